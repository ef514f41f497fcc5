import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { ClientTraits } from "#domain/identity/token-grants.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { hashOf } from "../identity/engine/client.ts";
import { invoke } from "../invoke.ts";
import { beginClientSession, endClientSession, endUserSessions } from "./client-tokens.ts";
import { clientId, clientParts, initialScopes, requireClient, requireFit, userKeyOf } from "./engine/client-input.ts";

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
export const addClient = defineOperation({
  name: "clients.add",
  input: z.strictObject({
    id: clientId,
    ...clientParts,
    grants: clientParts.grants.unwrap(),
    /** True for an application that cannot keep a secret: one in a browser or on a user's device. */
    isPublic: z.boolean(),
  }),
  callers: ["engine"],
  audit: { operation: "CLAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, isPublic, userId, ...parts }): Promise<ClientSecret> {
    const { store } = context;
    if ((await store.get("clients", id)) !== undefined) throw new ServiceError("CLIENT_EXISTS");
    const { displayName = null, grants, firstParty = false } = parts;
    const { scopes = initialScopes(grants) } = parts;
    const userKey = await userKeyOf(store, userId);
    const secret = isPublic ? undefined : newSecret(context);
    const secretHash = secret === undefined ? null : hashOf(secret);
    const described = { displayName, firstParty, grants, scopes, ...addressesOf(parts) };
    await saveClient(context, { id, ...described, userKey, secretHash });
    return secret === undefined ? { id } : { id, secret };
  },
});

/**
 * Changes what is registered of a client: each part that is given replaces the old one. The tokens that it got for itself
 * end, since they may say what holds no more.
 * @throws CLIENT_UNKNOWN, CLIENT_UNFIT
 */
export const updateClient = defineOperation({
  name: "clients.update",
  input: z.strictObject({ id: clientId, ...clientParts }),
  callers: ["engine"],
  audit: { operation: "CLUP", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, userId, ...parts }) {
    const before = await requireClient(context.store, id);
    const { grants = before.grants, firstParty = before.firstParty } = parts;
    const { displayName = before.displayName } = parts;
    const scopes = parts.scopes ?? (parts.grants === undefined ? before.scopes : null) ?? initialScopes(grants);
    const bound = userId === undefined ? before.userKey : await userKeyOf(context.store, userId);
    // The grant that needed the user may go without a word about the user.
    const userKey = grants.includes("client_credentials") || userId !== undefined ? bound : null;
    await endClientSession(context, before);
    const { secretHash } = before;
    const described = { displayName, firstParty, grants, scopes, ...addressesOf(parts, before) };
    await saveClient(context, { id, ...described, userKey, secretHash });
    return { id };
  },
});

/**
 * Gives a client a new secret, shown this once; the old one and the tokens that the client got for itself with it are
 * worth nothing from now on.
 * @throws CLIENT_UNKNOWN
 * @throws CLIENT_UNFIT for a public client
 */
export const rotateClientSecret = defineOperation({
  name: "clients.rotateSecret",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLSR", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id }): Promise<ClientSecret> {
    const before = await requireClient(context.store, id);
    if (before.secretHash === null)
      throw new ServiceError("CLIENT_UNFIT", { message: "A public client has no secret. Nothing was changed." });
    const secret = newSecret(context);
    await endClientSession(context, before);
    const tokenFamily = await beginClientSession(context, before);
    await context.store.save("clients", { id, secretHash: hashOf(secret), tokenFamily });
    return { id, secret };
  },
});

const removeRow = defineOperation({
  name: "clients.remove",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLRM", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id }) {
    await endClientSession(context, await requireClient(context.store, id));
    await context.store.remove("clients", id);
    return { id };
  },
});

/**
 * Removes a client and ends every session that was begun with it.
 * @throws CLIENT_UNKNOWN
 */
export async function removeClient(service: ServiceContext, caller: Caller, id: string): Promise<void> {
  // First the client, so that no session begins while the others end.
  await invoke(removeRow, service, caller, { id });
  await endUserSessions(service, caller, id);
}

// 256 random bits need no slow hash.
const newSecret = ({ ids }: CallContext) => new Secret(ids.token());

type Addresses = Pick<ClientTraits, "redirectUris" | "postLogoutRedirectUris">;

/** Where a client has people return to: what is given, else what was registered before. */
function addressesOf(
  given: { readonly [K in keyof Addresses]?: Addresses[K] | undefined },
  before: { readonly [K in keyof Addresses]: Addresses[K] | null } = {
    redirectUris: null,
    postLogoutRedirectUris: null,
  },
): Addresses {
  return {
    redirectUris: given.redirectUris ?? before.redirectUris ?? [],
    postLogoutRedirectUris: given.postLogoutRedirectUris ?? before.postLogoutRedirectUris ?? [],
  };
}

type Registered = Omit<ClientTraits, "isPublic" | "actsAsUser"> &
  Pick<Row<"clients">, "id" | "displayName" | "userKey" | "secretHash">;

/** Writes what is registered of a client, with the session in which it acts for itself. */
async function saveClient(context: CallContext, client: Registered): Promise<void> {
  requireFit({ ...client, isPublic: client.secretHash === null, actsAsUser: client.userKey !== null });
  const once = { grants: [...new Set(client.grants)], scopes: [...new Set(client.scopes)] };
  const tokenFamily = await beginClientSession(context, client);
  await context.store.save("clients", { ...client, ...once, tokenFamily });
}
