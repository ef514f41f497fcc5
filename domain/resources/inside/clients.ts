import { grantTypes, type Scope } from "../../identity/token-grants.ts";
import { text, longText, guid, oneOf, flag, json, list } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** The applications that may ask for tokens. */
export const clients = resource("clients", {
  class: "shared",
  key: "id",
  properties: {
    id: text(),
    displayName: text(400).optional(),
    secretHash: longText().optional(),
    firstParty: flag(false),
    grants: list(oneOf(grantTypes)),
    /** Null: those that its grants give by themselves. */
    scopes: json<readonly Scope[]>().optional(),
    redirectUris: list(text()).optional(),
    /** Where people may return to who have signed out. */
    postLogoutRedirectUris: list(text()).optional(),
    /** The user as whom the client acts when nobody has signed in. */
    userKey: guid().optional(),
    /** The family of the tokens that the client gets for itself. */
    tokenFamily: text().optional(),
  },
});
