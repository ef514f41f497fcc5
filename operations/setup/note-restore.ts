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

/** Rows that are looked after together. */
const pageRows = 256;

interface RestoreInput {
  /** An operator says that the database was restored, by the tools of its server. */
  readonly asked?: boolean | undefined;
}

/** What a restore has made uncertain. */
export interface NotedRestore {
  /** When the backup was made; null = an operator has said that the database was restored. */
  readonly madeAt: string | null;
  /** Epoch that the restore has begun: its moment, in milliseconds UTC. */
  readonly epoch: number;
  /** Managed accounts of whose passwords nothing is certain before their targets were asked. */
  readonly accounts: number;
  /** Open operations that look at their target before they do anything. */
  readonly operations: number;
  /** Sessions that were open, and are ended. */
  readonly sessions: number;
}

/**
 * Looks after a database that was restored from a backup, once: targets have gone on since. Nothing of managed passwords is certain before
 * their targets were asked, which begins at once, each open operation looks first whether it was done, and everybody signs in anew: who was
 * shut out since the backup would be in again. Gives nothing where the database is no restored one.
 */
export const noteRestore = defineOperation<RestoreInput, NotedRestore | null, boolean>({
  name: "setup.noteRestore",
  input: z.strictObject({ asked: z.boolean().optional() }),
  callers: ["engine"],
  // Nearly every start finds nothing to do, which is not worth a row.
  audit: { operation: "RSTD", when: "never" },
  // Counters are leased apart from transactions, so that nobody may wait for this one. Where a file of `backup` was restored, that has begun it.
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

/** What was never sent by this record may have been sent by the one that was lost: its next send is a repeated one, which looks first. */
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
