import { z } from "zod";

/** Address on which the management port listens. */
export interface ManagementAddress {
  readonly host: string;
  readonly port: number;
}

const portMax = 65_535;
const form = /^(?:\[(?<six>[0-9a-fA-F:]+)\]|(?<host>[^\s/:[\]]+)):(?<port>\d{1,5})$/;
const rule = "must have the form host:port, such as 127.0.0.1:9464 or [::1]:9464, or be off";

/** Schema of a management address; `off` is null. */
export const managementAddress = z.string().transform((text, context): ManagementAddress | null => {
  if (text === "off") return null;
  const { six, host = six, port } = form.exec(text)?.groups ?? {};
  if (host !== undefined && Number(port) <= portMax) return { host, port: Number(port) };
  context.addIssue({ code: "custom", message: rule });
  return z.NEVER;
});
