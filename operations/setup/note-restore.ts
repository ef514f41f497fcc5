import { z } from "zod";

import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, anyOf, eq, gt, ne } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import { endEverything } from "../identity/engine/end-everything.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { startRun } from "../runs/engine/run-life.ts";
import { doubtAccounts } from "../vault/engine/doubt-accounts.ts";

/** Number of rows processed together. */
const pageRows = 256;

interface RestoreInput {
  /** True if an operator says that the database was restored, by the tools of its server. */
  readonly asked?: boolean | undefined;
}

/** Effects of a restore. */
export interface NotedRestore {
  /** Time of the backup; null if an operator reported the restore. */
  readonly madeAt: string | null;
  /** Epoch that the restore began: its time, milliseconds UTC. */
  readonly epoch: number;
  /** Number of managed accounts whose passwords are uncertain until their targets are asked. */
  readonly accounts: number;
  /** Number of open operations that check their target before they change it. */
  readonly operations: number;
  /** Number of sessions that were open and are ended. */
  readonly sessions: number;
}

/**
 * Handles the restore of a database from a backup, once: its targets have changed since. Managed passwords are uncertain until their
 * targets are asked, which begins at once. Each open operation first checks whether it was done. Everyone signs in again, because a session
 * ended since the backup would be valid again. Returns null if the database was not restored.
 */
export const noteRestore = defineOperation<RestoreInput, NotedRestore | null, boolean>({
  name: "setup.noteRestore",
  input: z.strictObject({ asked: z.boolean().optional() }),
  callers: ["engine"],
  // Almost every start finds nothing to do, which is not worth a row.
  audit: { operation: "RSTD", when: "never" },
  // Counters are leased outside of transactions, so no one may wait for this one. A restored file of `backup` has begun the epoch itself.
  async prepare({ store }, { asked = false }): Promise<boolean> {
    if (!asked || (await store.restoreMark.madeAt()) !== undefined) return false;
    await store.epoch.begin();
    return true;
  },
  async run(context, _input, begun): Promise<NotedRestore | null> {
    const { store, caller } = context;
    const madeAt = (await store.restoreMark.madeAt()) ?? null;
    if (madeAt === null && !begun) return null;
    const accounts = await doubtAll(context);
    const operations = (await lookFirst(context, "requestOperations")) + (await lookFirst(context, "vaultOrders"));
    if (accounts > 0) await startRun(context, { kind: "verify", reason: "settle", policyId: null, accountKeys: null });
    const sessions = await endEverything(context);
    await store.restoreMark.remove();
    const noted = { madeAt, epoch: store.epoch.current, accounts, operations, sessions };
    await store.audit({
      sessid: caller.sessid,
      operation: "RSTD",
      result: "S",
      actor: caller.key ?? caller.id,
      requestId: caller.requestId,
      message: JSON.stringify(noted),
    });
    return noted;
  },
});

async function doubtAll(context: CallContext): Promise<number> {
  let doubted = 0;
  await forPages(context, "managedAccounts", ne("policyId", historicalPolicyId), async (keys) => {
    doubted += (await doubtAccounts(context, keys, "restored")).length;
  });
  return doubted;
}

/** Marks unsent operations as sent once: the lost database may have sent them. The next send is then a repeated one, which checks first. */
async function lookFirst(context: CallContext, table: "requestOperations" | "vaultOrders"): Promise<number> {
  let open = 0;
  const isOpen =
    table === "vaultOrders" ? eq("result", null) : anyOf(eq("result", null), eq("result", OperationResult.Pending));
  await forPages(context, table, allOf(isOpen, eq("sends", 0)), async (keys) => {
    open += keys.length;
    for (const key of keys) await context.store.save(table, { key, sends: 1 });
  });
  return open;
}

async function forPages(
  { store }: CallContext,
  table: "managedAccounts" | "requestOperations" | "vaultOrders",
  where: Expression,
  run: (keys: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const rows = await store.select(table, {
      where: allOf(where, after === undefined ? always : gt("key", after)),
      orderBy: [["key", "asc"]],
      limit: pageRows,
    });
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) await run(keys);
    if (keys.length < pageRows) return;
    after = keys.at(-1);
  }
}
