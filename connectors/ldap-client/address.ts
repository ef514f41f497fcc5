import { z } from "zod";

/** The name of an attribute or an object class. */
export const attributeName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9;-]*$/, "an attribute name of letters, digits and hyphens");

/** The fields of an address that say where a directory is and how the way to it is encrypted. */
export const connectionFields = {
  url: z
    .string()
    .regex(/^ldaps?:\/\/[^/?#@]+\/?$/i, "ldap://host:port or ldaps://host:port")
    .meta({ title: "Address", description: "ldaps://host:636 or ldap://host:389, without a path." }),
  startTls: z
    .boolean()
    .default(false)
    .meta({ title: "StartTLS", description: "Turns encryption on after connecting; only with ldap://." }),
  tls: z
    .strictObject({
      ca: z
        .string()
        .optional()
        .meta({ title: "Certificate authority", description: "PEM text; absent = the system's own." }),
      serverName: z.string().optional().meta({ title: "Name in the certificate" }),
      rejectUnauthorized: z.boolean().default(true).meta({ title: "Refuse a certificate that cannot be checked" }),
    })
    .optional()
    .meta({ title: "TLS" }),
};

/** The validated fields of the connection. */
export type ConnectionOptions = z.output<z.ZodObject<typeof connectionFields>>;

/** Whether everything that is sent is encrypted. */
export function isEncrypted({ url, startTls }: ConnectionOptions): boolean {
  return startTls || /^ldaps:/i.test(url);
}

/** A check for the schema of an address: refuses fields of the connection that contradict each other. */
export function checkEncryption(payload: z.core.ParsePayload<ConnectionOptions>): void {
  const { url, startTls, tls } = payload.value;
  const refuse = (path: string, message: string) =>
    payload.issues.push({ code: "custom", input: payload.value, path: [path], message });
  if (startTls && /^ldaps:/i.test(url)) refuse("startTls", "an ldaps:// address is encrypted already");
  if (tls !== undefined && !isEncrypted(payload.value)) refuse("tls", "needs an ldaps:// address or startTls");
}
