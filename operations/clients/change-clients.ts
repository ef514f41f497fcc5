import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";
import type { ClientTraits } from "#domain/identity/token-grants.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { hashOf } from "../identity/engine/client.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import type { RunOperation } from "../kernel/run-operation.ts";
import { beginClientSession, endClientSession, endUserSessions, revokeAllTokens } from "./client-tokens.ts";
import { clientId, clientOfCall, clientParts, initialScopes, requireFit, userKeyOf } from "./engine/client-input.ts";

/** A client with its new secret, which is shown only once. */
export interface ClientSecret {
  readonly id: string;
  /** Null for a public client. */
  readonly secret: Secret | null;
}

/**
 * Registers a client. Its secret is returned only once, and only its hash is stored.
 * @throws CLIENT_EXISTS, CLIENT_UNFIT
 */
export const addClient = defineOperation({
  name: "clients.add",
  input: z.strictObject({
    id: clientId,
    ...clientParts,
    grants: clientParts.grants.unwrap(),
    /** True for an application that cannot keep a secret: one in a browser or on a user's device. */
    isPublic: z.boolean().default(false),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("clients") }],
  audit: { operation: "CLAD", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, isPublic, userId, ...parts }): Promise<ClientSecret> {
    const { store } = context;
    if ((await store.get("clients", id)) !== undefined) throw new ServiceError("CLIENT_EXISTS", { target: "id" });
    const { displayName = null, grants, firstParty = false, enabled = true } = parts;
    const { scopes = initialScopes(grants) } = parts;
    const userKey = await userKeyOf(context, userId);
    const secret = isPublic ? null : newSecret(context);
    const secretHash = secret === null ? null : hashOf(secret);
    const described = { displayName, firstParty, enabled, grants, scopes, ...addressesOf(parts) };
    await saveClient(context, { id, ...described, userKey, secretHash });
    return { id, secret };
  },
});

/**
 * Changes the registration of a client: each given field replaces the old one. The tokens that it got for itself end, because their claims
 * may no longer hold. If it is disabled, all sessions begun with it end.
 * @throws CLIENT_UNKNOWN, CLIENT_UNFIT
 */
export const updateClient = defineOperation({
  name: "clients.update",
  input: z.strictObject({ key: z.string(), ...clientParts }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "clients"),
  audit: { operation: "CLUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, userId, ...parts }): Promise<Row<"clients">> {
    const before = await clientOfCall(context, key);
    const { id, secretHash } = before;
    const { grants = before.grants, enabled = before.enabled } = parts;
    const { displayName = before.displayName, firstParty = before.firstParty } = parts;
    const scopes = parts.scopes ?? (parts.grants === undefined ? before.scopes : null) ?? initialScopes(grants);
    const userKey = await userOfChange(context, before, { userId, grants });
    await endClientSession(context, before);
    const described = { displayName, firstParty, enabled, grants, scopes, ...addressesOf(parts, before) };
    await saveClient(context, { id, ...described, userKey, secretHash });
    // Any sessions beyond one batch end at their next refresh, which is refused.
    if (before.enabled && !enabled) await endUserSessions(context, id);
    return requireRow(context, "clients", id);
  },
});

/** Returns the user as whom a changed client acts. */
async function userOfChange(
  context: CallContext,
  before: Row<"clients">,
  { userId, grants }: { readonly userId: string | null | undefined; readonly grants: readonly string[] },
): Promise<string | null> {
  if (userId !== undefined) return userKeyOf(context, userId);
  // The grant that needed the user may be removed without naming the user.
  return grants.includes("client_credentials") ? before.userKey : null;
}

/**
 * Gives a client a new secret, shown only once. The old one, and the tokens that the client got for itself with it, become invalid.
 * @throws CLIENT_UNKNOWN
 * @throws CLIENT_UNFIT for a public client
 */
export const rotateClientSecret = defineOperation({
  name: "clients.rotateSecret",
  input: z.strictObject({ key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "clients/rotateSecret"),
  audit: { operation: "CLSR", describe: ({ key }) => ({ ident: key }) },
  offered: ({ policy }) => allOf(policy, ne("secretHash", null)),
  async run(context, { key }): Promise<ClientSecret & { readonly secret: Secret }> {
    const before = await clientOfCall(context, key);
    const { id } = before;
    if (before.secretHash === null)
      throw new ServiceError("CLIENT_UNFIT", { message: "A public client has no secret. Nothing was changed." });
    const secret = newSecret(context);
    await endClientSession(context, before);
    const tokenFamily = before.enabled ? await beginClientSession(context, before) : null;
    await context.store.save("clients", { id, secretHash: hashOf(secret), tokenFamily });
    return { id, secret };
  },
});

/**
 * Deletes a client and ends every session begun with it. A client with very many sessions must first be disabled and its tokens revoked.
 * @throws CLIENT_UNKNOWN, CLIENT_BUILT_IN, CLIENT_IN_USE
 */
export const removeClientRow = defineOperation({
  name: "clients.remove",
  input: z.strictObject({ key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("remove", "clients"),
  audit: { operation: "CLRM", describe: ({ key }) => ({ ident: key }) },
  offered: ({ policy }) => allOf(policy, ne("id", ownClientId)),
  async run(context, { key }) {
    const client = await clientOfCall(context, key);
    if (client.id === ownClientId) throw new ServiceError("CLIENT_BUILT_IN", { target: "key" });
    await endClientSession(context, client);
    const { left } = await endUserSessions(context, client.id);
    if (left) throw new ServiceError("CLIENT_IN_USE", { target: "key" });
    await context.store.remove("clients", client.id);
    return {};
  },
});

/**
 * Deletes a client and ends every session begun with it, however many.
 * @throws CLIENT_UNKNOWN, CLIENT_BUILT_IN
 */
export async function removeClient(run: RunOperation, key: string): Promise<void> {
  if (key !== ownClientId) {
    // First the client is disabled, so that no session begins while the others end.
    await run(updateClient, { key, enabled: false });
    await revokeAllTokens(run, key);
  }
  await run(removeClientRow, { key });
}

// 256 random bits need no slow hash.
const newSecret = ({ ids }: CallContext) => new Secret(ids.token());

type Addresses = Pick<ClientTraits, "redirectUris" | "postLogoutRedirectUris">;

/** Returns the return addresses of a client: the given ones, else those registered before. */
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
  Pick<Row<"clients">, "id" | "displayName" | "enabled" | "userKey" | "secretHash">;

/** Writes the registration of a client, with the session in which it acts for itself. */
async function saveClient(context: CallContext, client: Registered): Promise<void> {
  // A disabled client gets no token in any case; it is checked when it is enabled.
  if (client.enabled)
    requireFit({ ...client, isPublic: client.secretHash === null, actsAsUser: client.userKey !== null });
  const once = { grants: [...new Set(client.grants)], scopes: [...new Set(client.scopes)] };
  const tokenFamily = client.enabled ? await beginClientSession(context, client) : null;
  await context.store.save("clients", { ...client, ...once, tokenFamily });
}
