import { z } from "zod";

// A token sent unencrypted is exposed, so plain http is limited to this machine.
const base = new RegExp(
  String.raw`^([Hh][Tt][Tt][Pp][Ss]://[^/?#@\s\\]+|[Hh][Tt][Tt][Pp]://([Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)(/[^?#\s\\]*)?$`,
);
const words = "https://host/base without query; http:// only for this machine";

/** Address of the SCIM service and the administrator's way to log in to it. */
export const scimAddress = z.strictObject({
  url: z
    .string()
    .regex(base, { error: words, abort: true })
    .refine(URL.canParse, words)
    .meta({ title: "Address", description: "The base of the service, such as https://host/scim/v2." }),
  authentication: z.enum(["bearer", "basic"]).default("bearer").meta({
    title: "Login",
    description: "bearer: the secret of the credential is the token. basic: its login and secret are sent.",
  }),
  membersShown: z.boolean().default(true).meta({
    title: "Members are shown",
    description:
      "Off where the service does not show who is in its groups, or not everyone, as AWS IAM Identity Center: memberships that are not seen are then kept.",
    sendsNothing: true,
  }),
  markerAttribute: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "a simple attribute such as externalId")
    .optional()
    .meta({ title: "Attribute that keeps which operation made an object", sendsNothing: true }),
});

/** Validated address. */
export type ScimOptions = z.output<typeof scimAddress>;
