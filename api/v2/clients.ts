import type { GrantType } from "#domain/identity/token-grants.ts";
import { clients as resource } from "#domain/resources/clients.ts";
import { flag, guid, integer, text } from "#domain/resources/format/builders.ts";
import { addClient, removeClientRow, rotateClientSecret, updateClient } from "#operations/clients/change-clients.ts";
import { revokeClientTokens } from "#operations/clients/client-tokens.ts";
import { initialScopes } from "#operations/clients/engine/client-input.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const id = text().shown("The client.");

const secret = "The secret, which is shown this once.";

const added = structure("AddedClient", {
  id,
  secret: shownOnce("secret", `${secret} Null = it is public and has none.`, { nullable: true }),
});

const userId = {
  userId: {
    type: "Edm.String",
    nullable: true,
    description: "Id of the user as which the client acts when no user is signed in; null for none.",
  },
} as const satisfies Readonly<Record<string, Property>>;

const listed = (name: string): Pick<Property, "needs" | "from"> & { readonly nullable: false } => ({
  nullable: false,
  needs: [name],
  from: (row) => row[name] ?? [],
});

/** Applications that may request tokens. Their secrets are shown once, when they are made. */
export const clients = resourceSet(resource, {
  properties: {
    isPublic: { needs: ["secretHash"], from: (row) => row["secretHash"] === null },
    scopes: {
      nullable: false,
      needs: ["scopes", "grants"],
      from: ({ scopes, grants }) => scopes ?? initialScopes(grants as readonly GrantType[]),
    },
    redirectUris: listed("redirectUris"),
    postLogoutRedirectUris: listed("postLogoutRedirectUris"),
  },
  create: {
    ...verb(addClient),
    status: 201,
    parameters: userId,
    result: added,
    givesSecret: true,
    example: {
      id: "portal",
      grants: ["authorization_code"],
      redirectUris: ["https://portal.example/signed-in"],
    },
  },
  update: { ...verb(updateClient), status: 204, parameters: userId },
  remove: { ...verb(removeClientRow), status: 204 },
  actions: {
    rotateSecret: action(rotateClientSecret, {
      givesSecret: true,
      result: structure("RotatedClientSecret", { id, secret: shownOnce("secret", secret) }),
    }),
    revokeTokens: action(revokeClientTokens, {
      parameters: {
        tokenKey: guid().optional().shown("Key of a token of the session to end; null for all tokens of the client."),
      },
      result: structure("EndedTokens", {
        sessions: integer().shown("Number of user sessions that were ended."),
        left: flag().shown("True if more sessions are left; call again to end them."),
      }),
    }),
  },
  ways: {
    user: { linked: "people" },
    tokens: { contained: { usualOrder: ["createdAt"], ways: { user: { linked: "people" } } } },
  },
});
