import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../define-operation.ts";
import { beginClientSession } from "./client-tokens.ts";
import { clientId, clientParts, initialScopes, requireFit, userKeyOf } from "./engine/client-input.ts";
import { newSecret } from "./engine/client-secret.ts";

const input = z.strictObject({
  id: clientId,
  ...clientParts,
  grants: clientParts.grants.unwrap(),
  /** True for an application that cannot keep a secret: one in a browser or on a user's device. */
  isPublic: z.boolean(),
});

/** A client with its new secret, which is shown this once. */
export interface ClientSecret {
  readonly id: string;
  /** Absent for a public client. */
  readonly secret?: Secret;
}

/**
 * Registers a client; its secret is given back this once and only its hash is kept.
 * @throws CLIENT_EXISTS, CLIENT_UNFIT
 */
export const addClient = defineOperation<z.output<typeof input>, ClientSecret>({
  name: "clients.add",
  input,
  callers: ["engine"],
  audit: { operation: "CLAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, isPublic, userId, ...parts }) {
    const { store, ids } = context;
    if ((await store.get("clients", id)) !== undefined) throw new ServiceError("CLIENT_EXISTS");
    const { displayName = null, grants, redirectUris = [], firstParty = false } = parts;
    const { scopes = initialScopes(grants) } = parts;
    const userKey = await userKeyOf(store, userId);
    requireFit({ isPublic, firstParty, grants, scopes, redirectUris, actsAsUser: userKey !== null });
    const { secret, secretHash } = isPublic ? { secret: undefined, secretHash: null } : newSecret(ids);
    const tokenFamily = await beginClientSession(context, { id, userKey });
    const said = { displayName, firstParty, grants: [...new Set(grants)], scopes: [...new Set(scopes)], redirectUris };
    await store.save("clients", { id, ...said, userKey, secretHash, tokenFamily });
    return secret === undefined ? { id } : { id, secret };
  },
});
