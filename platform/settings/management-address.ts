import { z } from "zod";

/** Address on which the management port listens. */
export interface ManagementAddress {
  readonly host: string;
  readonly port: number;
}

const portMax = 65_535;
const form = /^(?:\[(?<six>[0-9a-fA-F:]+)\]|(?<host>[^\s/:[\]]+)):(?<port>\d{1,5})$/;
const none = "off";

/** Schema of the text of a management address. */
export const managementAddress = z.string().refine((text) => text === none || managementAddressOf(text) !== null, {
  error: "must have the form host:port, such as 127.0.0.1:9464 or [::1]:9464, or be off",
});

/** Returns the address that a text names; null for `off`, and for a text of another form. */
export function managementAddressOf(text: string): ManagementAddress | null {
  const { six, host = six, port } = form.exec(text)?.groups ?? {};
  return host === undefined || Number(port) > portMax ? null : { host, port: Number(port) };
}
