import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { beginClientSession, endClientSession } from "./client-tokens.ts";
import { clientId, clientParts, initialScopes, requireFit, userKeyOf } from "./engine/client-input.ts";
import { requireClient } from "./engine/require-client.ts";

const input = z.strictObject({ id: clientId, ...clientParts });

/**
 * Changes what is registered of a client: each part that is given replaces the old one. The tokens that it got for itself
 * end, since they may say what holds no more.
 * @throws CLIENT_UNKNOWN, CLIENT_UNFIT
 */
export const updateClient = defineOperation<z.output<typeof input>, { readonly id: string }>({
  name: "clients.update",
  input,
  callers: ["engine"],
  audit: { operation: "CLUP", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, userId, ...parts }) {
    const { store } = context;
    const before = await requireClient(store, id);
    const { grants = before.grants, firstParty = before.firstParty } = parts;
    const { displayName = before.displayName, redirectUris = before.redirectUris ?? [] } = parts;
    const scopes = parts.scopes ?? (parts.grants === undefined ? before.scopes : null) ?? initialScopes(grants);
    const actsAsUser = grants.includes("client_credentials");
    const bound = userId === undefined ? before.userKey : await userKeyOf(store, userId);
    // The grant that needed the user may go without a word about the user.
    const userKey = actsAsUser || userId !== undefined ? bound : null;
    const isPublic = before.secretHash === null;
    requireFit({ isPublic, firstParty, grants, scopes, redirectUris, actsAsUser: userKey !== null });
    await endClientSession(context, before);
    const tokenFamily = await beginClientSession(context, { id, userKey });
    await store.save("clients", { id, displayName, firstParty, grants, scopes, redirectUris, userKey, tokenFamily });
    return { id };
  },
});
