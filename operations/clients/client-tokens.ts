import { z } from "zod";

import { batchRowsMax } from "#domain/limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { revokeFamily } from "../identity/engine/grants.ts";
import { invoke } from "../invoke.ts";
import { startSession } from "../session-logs/engine/start-session.ts";
import { clientId } from "./engine/client-input.ts";

/**
 * Begins the session in which a client acts for itself, in the current transaction, and gives its family: all tokens that
 * the client gets for itself belong to it, so that they can be ended together. Null for a client that never does.
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

const endSomeSessions = defineOperation<{ id: string }, { readonly left: boolean }>({
  name: "clients.endSessions",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLSE", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id }) {
    const where = allOf(eq("clientId", id), eq("revokedAt", null), gt("expiresAt", context.clock.now()));
    const grants = await context.store.select("persistedGrants", { where, limit: batchRowsMax });
    for (const family of new Set(grants.map((grant) => grant.family))) await revokeFamily(context, family, "revoked");
    // What people have agreed to is nothing that another client of the same id may have.
    const consents = await context.store.select("consents", { where: { clientId: id }, limit: batchRowsMax });
    for (const { key } of consents) await context.store.remove("consents", key);
    return { left: grants.length === batchRowsMax || consents.length === batchRowsMax };
  },
});

/** Ends the sessions of all users of a client, and forgets what they have agreed to, some in each transaction. */
export async function endUserSessions(service: ServiceContext, caller: Caller, id: string): Promise<void> {
  while ((await invoke(endSomeSessions, service, caller, { id })).left) continue;
}
