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
    id: text().givenOnce().searched().policy().shown("The name by which it asks (client_id)."),
    displayName: text(descriptionMaxCharacters)
      .optional()
      .given()
      .searched()
      .shown("What the sign-in page calls it; null = its id."),
    isPublic: flag(false)
      .givenOnce()
      .elsewhere()
      .shown("Whether it can keep no secret: an application in a browser or on a device."),
    secretHash: longText().optional(),
    firstParty: flag(false)
      .given()
      .policy()
      .shown("Whether it belongs to this service: nobody is asked whether it may, and it may have the grant password."),
    enabled: flag(true).given().policy().shown("Whether it is served; where it is not, it gets no token."),
    grants: list(oneOf(grantTypes)).given().shown("How it may get tokens."),
    /** Null for those that its grants give by themselves. */
    scopes: list(oneOf(Object.keys(scopes) as readonly Scope[]))
      .optional()
      .given()
      .shown("What its tokens may be good for; left out = all that its grants give but openid."),
    redirectUris: list(text()).optional().given().shown("Where people return to with a code."),
    postLogoutRedirectUris: list(text()).optional().given().shown("Where people may return to who have signed out."),
    userKey: guid().optional().shown("The user as whom it acts when nobody has signed in; null = it never does."),
    /** Family of the tokens that the client gets for itself. */
    tokenFamily: text().optional(),
  },
  relations: { user: one("users", "userKey"), tokens: many("persistedGrants", "clientId") },
  policies: { client: {} },
});
