import { type Scope, scopes } from "../identity/token-grants.ts";
import { guid, list, oneOf, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Consents of users that let applications of others act in their name; one row for each user and application. */
export const consents = resource("consents", {
  class: "shared",
  key: "key",
  entity: { type: "Consent", key: "consentKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    userKey: guid().policy().shown("Whose consent it is."),
    clientId: text().policy().shown("The application."),
    scopes: list(oneOf(Object.keys(scopes) as readonly Scope[])).shown("What it may do, as scopes of tokens."),
    givenAt: time().shown("When it was given, or widened, last."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [unique("userKey", "clientId"), index("clientId")],
  policies: { consent: {} },
});
