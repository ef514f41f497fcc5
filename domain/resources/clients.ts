import { grantTypes, type Scope, scopes } from "../identity/token-grants.ts";
import { descriptionMaxCharacters } from "../limits.ts";
import { flag, guid, list, longText, oneOf, text } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Applications that may request tokens. */
export const clients = resource("clients", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "Client", key: "clientId" },
  properties: {
    id: text()
      .givenOnce()
      .searched()
      .policy()
      .label("Client ID")
      .shown("Name of the application in its calls (client_id): letters, digits, dot, underscore and hyphen."),
    displayName: text(descriptionMaxCharacters)
      .optional()
      .given()
      .searched()
      .label("Shown as")
      .shown("Name on the sign-in page; null for the ID."),
    isPublic: flag(false)
      .givenOnce()
      .elsewhere()
      .label("Public")
      .shown("True if it can keep no secret: an application in a browser or on a device."),
    secretHash: longText().optional(),
    firstParty: flag(false)
      .given()
      .policy()
      .label("First-party")
      .shown("True if it belongs to this service: nobody is asked whether it may, and it may have the grant password."),
    enabled: flag(true).given().policy().shown("True if it is served; where it is not, it gets no token."),
    grants: list(oneOf(grantTypes))
      .given()
      .label("Grant types")
      .memberLabels({
        authorization_code: "People sign in on a page (authorization code)",
        client_credentials: "For itself (client credentials)",
        refresh_token: "Renewal without signing in again (refresh token)",
        password: "Name and password (password)",
      })
      .shown("Ways in which it may get tokens."),
    /** Null for those that its grants give by themselves. */
    scopes: list(oneOf(Object.keys(scopes) as readonly Scope[]))
      .optional()
      .given()
      .memberLabels({
        api: "The whole API, within the user's rights (api)",
        openid: "Identity of the signed-in user (openid)",
        offline_access: "Accepted for clients that request it (offline_access)",
      })
      .shown("Rights that its tokens may have; empty for all that its grants give but openid."),
    redirectUris: list(text())
      .optional()
      .given()
      .label("Return addresses")
      .shown("Addresses to which people return with a code, one on each line: https, or http on the same machine."),
    postLogoutRedirectUris: list(text())
      .optional()
      .given()
      .label("Return addresses after signing out")
      .shown("Addresses to which people may return after signing out, one on each line."),
    userKey: guid()
      .optional()
      .label("User as whom it acts")
      .shown("Key of the user as which the client acts when no user is signed in; null if it never does."),
    /** Family of the tokens that the client gets for itself. */
    tokenFamily: text().optional(),
  },
  relations: { user: one("users", "userKey"), tokens: many("persistedGrants", "clientId") },
  policies: { client: {} },
});
