import { type Scope, scopes } from "../identity/token-grants.ts";
import { guid, list, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Consents of users that let applications of others act in their name; one row for each user and application. */
export const consents = resource("consents", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Consent", key: "consentKey" },
  properties: {
    key: guid().policy().shown("Key of the consent."),
    userKey: guid().policy().shown("Key of the user."),
    clientId: text().policy().shown("Id of the client."),
    scopes: list(oneOf(Object.keys(scopes) as readonly Scope[])).shown("Scopes that the user has granted."),
    givenAt: time().shown("Time at which the consent was last given or extended."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [unique("derivedKey", "userKey", "clientId"), index("clientId")],
  policies: { consent: {} },
});
