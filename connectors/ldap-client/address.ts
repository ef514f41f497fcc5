import { z } from "zod";

import { isLoopbackHost } from "#connectors/contract/index.ts";

/** Name of an attribute or an object class. */
export const attributeName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9;-]*$/, "an attribute name of letters, digits and hyphens");

/** Pattern of an address with its scheme in any case; a pattern inside a JSON Schema cannot have the flag for that. */
const anySpelling = /^[Ll][Dd][Aa][Pp][Ss]?:\/\/(?:\[[0-9A-Fa-f:.]+\]|[^/?#@:\s[\]]+)(?::\d{1,5})?\/?$/;

/** One step of a distinguished name in any spelling: spaces around `=`, capitals, special characters with a backslash. */
const step = String.raw` *[A-Za-z0-9][A-Za-z0-9.-]* *=(?:[^,\\]|\\.)+`;
const domainStep = String.raw` *[Dd][Cc] *=[^,=\\]+`;

/** A distinguished name, with the author's message for the pattern. */
export const distinguishedName = z
  .string()
  .regex(new RegExp(`^${step}(?:,${step})*$`), "a distinguished name such as OU=People,DC=example,DC=test");

/** A distinguished name that ends in the name of a domain. */
export const nameInDomain = z
  .string()
  .regex(new RegExp(`^(?:${step},)*${domainStep}$`), "a distinguished name that ends in DC=…");

/** Fields of an address for the location of a directory and the encryption of the connection. */
export const connectionFields = {
  url: z
    .string()
    .regex(anySpelling, "ldap://host:port or ldaps://host:port")
    .meta({ title: "Address", description: "ldaps://host:636 or ldap://host:389, without a path." }),
  startTls: z
    .boolean()
    .default(false)
    .meta({ title: "StartTLS", description: "Turns encryption on after connecting; only with ldap://." }),
  tls: z
    .strictObject({
      ca: z.string().optional().meta({
        title: "Certificate authority",
        description: "PEM text. Optional. Defaults to the certificates of the system.",
      }),
      serverName: z.string().optional().meta({ title: "Name in the certificate" }),
      rejectUnauthorized: z.boolean().default(true).meta({ title: "Refuse a certificate that cannot be checked" }),
    })
    .optional()
    .meta({ title: "TLS" }),
};

/** Validated fields of the connection. */
export type ConnectionOptions = z.output<z.ZodObject<typeof connectionFields>>;

/** Returns true if the whole connection is encrypted. */
export function isEncrypted({ url, startTls }: ConnectionOptions): boolean {
  return startTls || /^ldaps:/i.test(url);
}

/** Field by which an address permits passwords in clear text. */
export const unencrypted = z.boolean().default(false).meta({
  title: "Without encryption",
  description:
    "Passwords and everything else can be read on the way; needed only for ldap:// to another machine without StartTLS.",
});

/** Refuses an address whose connection exposes passwords, unless the address permits that; a check for zod schemas. */
export function checkClear(payload: z.core.ParsePayload<ConnectionOptions & { readonly unencrypted: boolean }>): void {
  const { value } = payload;
  const refuse = (path: string, message: string) =>
    payload.issues.push({ code: "custom", input: value, path: [path], message });
  if (isEncrypted(value)) {
    if (value.unencrypted) refuse("unencrypted", "the connection is encrypted");
  } else if (!value.unencrypted && !(URL.canParse(value.url) && isLoopbackHost(new URL(value.url).hostname)))
    refuse("url", "passwords would travel in clear; use ldaps:// or startTls, or say `unencrypted: true`");
}

/** Refuses connection fields that contradict each other; a check for zod schemas. */
export function checkEncryption(payload: z.core.ParsePayload<ConnectionOptions>): void {
  const { url, startTls, tls } = payload.value;
  const refuse = (path: string, message: string) =>
    payload.issues.push({ code: "custom", input: payload.value, path: [path], message });
  if (startTls && /^ldaps:/i.test(url)) refuse("startTls", "an ldaps:// address is encrypted already");
  if (tls !== undefined && !isEncrypted(payload.value)) refuse("tls", "needs an ldaps:// address or startTls");
}
