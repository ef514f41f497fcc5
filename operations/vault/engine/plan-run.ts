import { allOf, always, eq, gt, oneOf } from "#domain/query/condition.ts";
import { plannedPageRows } from "#domain/vault-run-limits.ts";
import { accountsOfRun } from "#domain/vault/due-accounts.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { runTerms } from "./run-terms.ts";

/**
 * Writes an order for each account of the next page of a run, in the current transaction; returns true if more may follow. An order waits
 * for its account's turn: nothing is prepared for it, and it blocks no one.
 */
export async function planPage(context: CallContext, run: Row<"runs">): Promise<boolean> {
  const { store, ids, clock } = context;
  const [last] = await store.select("vaultOrders", {
    where: eq("runKey", run.key),
    orderBy: [["managedAccountKey", "desc"]],
    limit: 1,
  });
  const behind = last === undefined ? always : gt("key", last.managedAccountKey);
  const accounts = await store.select("managedAccounts", {
    where: allOf(accountsOfRun(run, await runTerms(context)), behind),
    orderBy: [["key", "asc"]],
    limit: plannedPageRows,
  });
  const targets = await targetsOf(context, accounts);
  const now = clock.now();
  const act = run.kind === "verify" ? "verify" : "set";
  const orders = accounts.flatMap(({ key, accountKey }): Save<"vaultOrders">[] => {
    const targetSystemKey = targets.get(accountKey);
    if (targetSystemKey === undefined) return [];
    return [{ key: ids.guid(), runKey: run.key, managedAccountKey: key, targetSystemKey, act, createdAt: now }];
  });
  await store.addAll("vaultOrders", orders);
  return accounts.length === plannedPageRows;
}

async function targetsOf(
  { store }: CallContext,
  accounts: readonly Row<"managedAccounts">[],
): Promise<ReadonlyMap<string, string>> {
  const keys = accounts.map(({ accountKey }) => accountKey);
  const rows = keys.length === 0 ? [] : await store.select("accounts", { where: oneOf("key", keys) });
  return new Map(rows.map(({ key, targetSystemKey }) => [key, targetSystemKey]));
}
