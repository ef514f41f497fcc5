import { z } from "zod";

import { isLoopbackHost } from "#connectors/contract/index.ts";

/** Where the SCIM service is and how the administrator logs in to it. */
export const scimAddress = z.strictObject({
  url: z
    .string()
    .refine(isBase, "https://host/base without query; http:// only for this machine")
    .meta({ title: "Address", description: "The base of the service, such as https://host/scim/v2." }),
  authentication: z.enum(["bearer", "basic"]).default("bearer").meta({
    title: "Login",
    description: "With bearer the secret of the credential is the token; with basic its login and secret are sent.",
  }),
  markerAttribute: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "a simple attribute such as externalId")
    .optional()
    .meta({ title: "Attribute that keeps which operation made an object" }),
});

/** The validated address. */
export type ScimOptions = z.output<typeof scimAddress>;

// A token sent without encryption is everybody's, so plain http stays on the machine.
function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const encrypted = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  return encrypted && username === "" && search === "" && hash === "";
}
