import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { batchRowsMax } from "#domain/limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { revokeFamily } from "../identity/engine/grants.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import type { RunOperation } from "../kernel/run-operation.ts";
import { startSession } from "../session-logs/engine/start-session.ts";
import { clientOfCall } from "./engine/client-input.ts";

/**
 * Begins the session in which a client acts for itself, in the current transaction, and returns its family. All tokens that the client gets
 * for itself belong to it, so that they can be ended together. Returns null for a client that never acts for itself.
 */
export async function beginClientSession(
  context: CallContext,
  { id, userKey }: Pick<Row<"clients">, "id" | "userKey">,
): Promise<string | null> {
  if (userKey === null) return null;
  const sessid = context.ids.guid();
  await startSession(context, { sessid, door: "clientCredentials", userKey, clientId: id, expiresAt: null });
  return sessid;
}

/** Ends the session in which a client acts for itself, with all its tokens, in the current transaction. */
export async function endClientSession(
  context: CallContext,
  { tokenFamily }: Pick<Row<"clients">, "tokenFamily">,
): Promise<void> {
  if (tokenFamily !== null) await revokeFamily(context, tokenFamily, "revoked");
}

/** Ended sessions of a client. */
export interface EndedTokens {
  /** Number of ended sessions of users. */
  readonly sessions: number;
  /** True if there are more than one call ends. */
  readonly left: boolean;
}

/** Ends the sessions of users that were begun with a client, and deletes their consents, a batch per transaction. */
export async function endUserSessions(context: CallContext, id: string): Promise<EndedTokens> {
  const { store, clock } = context;
  const where = allOf(eq("clientId", id), eq("revokedAt", null), gt("expiresAt", clock.now()));
  const grants = await store.select("persistedGrants", { where, limit: batchRowsMax });
  const families = new Set(grants.map((grant) => grant.family));
  for (const family of families) await revokeFamily(context, family, "revoked");
  // A consent must not pass to another client with the same ID.
  const consents = await store.select("consents", { where: { clientId: id }, limit: batchRowsMax });
  for (const { key } of consents) await store.remove("consents", key);
  return { sessions: families.size, left: grants.length === batchRowsMax || consents.length === batchRowsMax };
}

/**
 * Ends a session begun with a client, by one of its tokens. Without a token it ends all of them, with the client's own tokens and its
 * users' consents. If more are left than one call ends, the caller repeats it.
 * @throws CLIENT_UNKNOWN
 * @throws NOT_FOUND for a token that is not the client's
 */
export const revokeClientTokens = defineOperation({
  name: "clients.revokeTokens",
  input: z.strictObject({ key: z.string(), tokenKey: z.string().nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "clients/revokeTokens"),
  audit: { operation: "CLSE", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, tokenKey }): Promise<EndedTokens> {
    const client = await clientOfCall(context, key);
    if (tokenKey !== undefined && tokenKey !== null) return endSessionOf(context, client, tokenKey);
    await endClientSession(context, client);
    const tokenFamily = client.enabled ? await beginClientSession(context, client) : null;
    await context.store.save("clients", { id: client.id, tokenFamily });
    return endUserSessions(context, client.id);
  },
});

/**
 * Ends all sessions and consents of a client, however many, and returns the number of ended user sessions.
 * @throws CLIENT_UNKNOWN
 */
export async function revokeAllTokens(run: RunOperation, key: string): Promise<number> {
  for (let ended = 0; ;) {
    const { sessions, left } = await run(revokeClientTokens, { key });
    ended += sessions;
    if (!left) return ended;
  }
}

async function endSessionOf(context: CallContext, { id }: Row<"clients">, tokenKey: string): Promise<EndedTokens> {
  const grant = await context.store.get("persistedGrants", tokenKey);
  if (grant?.clientId !== id) throw new ServiceError("NOT_FOUND", { target: "tokenKey" });
  await revokeFamily(context, grant.family, "revoked");
  return { sessions: 1, left: false };
}
