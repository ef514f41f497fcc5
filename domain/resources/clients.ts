import { grantTypes, type Scope, scopes } from "../identity/token-grants.ts";
import { descriptionMaxCharacters } from "../limits.ts";
import { flag, guid, list, longText, oneOf, text } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Applications that may request tokens. */
export const clients = resource("clients", {
  class: "shared",
  key: "id",
  entity: { type: "Client", key: "clientId" },
  properties: {
    id: text().givenOnce().searched().policy().shown("Id of the client (client_id)."),
    displayName: text(descriptionMaxCharacters)
      .optional()
      .given()
      .searched()
      .shown("Name shown on the sign-in page; null to show the id."),
    isPublic: flag(false)
      .givenOnce()
      .elsewhere()
      .shown("True if the client cannot keep a secret, as an application in a browser or on a device."),
    secretHash: longText().optional(),
    firstParty: flag(false)
      .given()
      .policy()
      .shown("True if the client belongs to this service: it needs no consent and may use the grant password."),
    enabled: flag(true).given().policy().shown("True if the client is enabled; a disabled client gets no tokens."),
    grants: list(oneOf(grantTypes)).given().shown("Grant types that the client may use."),
    /** Null for those that its grants give by themselves. */
    scopes: list(oneOf(Object.keys(scopes) as readonly Scope[]))
      .optional()
      .given()
      .shown("Scopes of its tokens; if absent, all that its grants allow except openid."),
    redirectUris: list(text()).optional().given().shown("Addresses to which users return with a code."),
    postLogoutRedirectUris: list(text())
      .optional()
      .given()
      .shown("Addresses to which users may return after they sign out."),
    userKey: guid()
      .optional()
      .shown("Key of the user as which the client acts when no user is signed in; null if it never does."),
    /** Family of the tokens that the client gets for itself. */
    tokenFamily: text().optional(),
  },
  relations: { user: one("users", "userKey"), tokens: many("persistedGrants", "clientId") },
  policies: { client: {} },
});
