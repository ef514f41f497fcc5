import { vaultLookMs } from "#domain/mass-reset-limits.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { changeRun, startRun } from "../../runs/engine/run-life.ts";
import { runRefusal } from "../../vault/engine/run-refusal.ts";
import { endItems, type EndedItem } from "./end-items.ts";
import type { Item } from "./items.ts";

/** Begins a run of the vault over the managed accounts of some rows, in the current transaction. */
export async function beginAtVault(context: CallContext, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const { store, clock } = context;
  const accountKeys = items.flatMap(({ managedAccountKey }) => managedAccountKey ?? []);
  const wanted = { kind: "randomize", reason: "asked", policyId: null, accountKeys } as const;
  const { key: vaultRunKey } = await startRun(context, wanted);
  const now = clock.now();
  await store.saveAll(
    "massResetAccounts",
    items.map(({ key, accountKey, managedAccountKey }) => ({
      key,
      act: "randomize",
      managedAccountKey,
      vaultRunKey,
      openAccountKey: accountKey,
      // One that was made for all accounts of the owner is not the one that the vault makes.
      password: null,
      begunAt: now,
      sends: 1,
      nextTryAt: now + vaultLookMs,
    })),
  );
}

/** Looks at what the vault has done about rows that it has in its hands: each ends as its account did, or is looked at again. */
export async function lookAtVault(context: CallContext, run: Run, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const { store, clock } = context;
  const told = await vaultWords(context, items);
  const nextTryAt = clock.now() + vaultLookMs;
  const open = items.filter(({ key }) => !told.has(key));
  await store.saveAll(
    "massResetAccounts",
    open.map(({ key }) => ({ key, nextTryAt })),
  );
  await endItems(context, run, [...told.values()]);
}

/** Returns the ends of rows that the vault has in its hands no longer, by their keys. */
async function vaultWords(context: CallContext, items: readonly Item[]): Promise<ReadonlyMap<string, EndedItem>> {
  const { store } = context;
  const runKeys = oneOf("runKey", [...new Set(items.flatMap(({ vaultRunKey }) => vaultRunKey ?? []))]);
  const accountKeys = oneOf(
    "managedAccountKey",
    items.flatMap(({ managedAccountKey }) => managedAccountKey ?? []),
  );
  const orders = await store.select("vaultOrders", { where: allOf(runKeys, accountKeys) });
  const entries = await store.select("vaultEntries", {
    where: oneOf(
      "key",
      orders.flatMap(({ entryKey }) => entryKey ?? []),
    ),
  });
  const confirmed = new Set(entries.filter(({ status }) => status === "C").map(({ key }) => key));
  const runs = new Map<string, Row<"runs"> | undefined>();
  const ends = new Map<string, EndedItem>();
  for (const item of items) {
    const key = item.vaultRunKey ?? "";
    if (!runs.has(key)) runs.set(key, await store.get("runs", key));
    const own = orders.filter(
      ({ runKey, managedAccountKey }) => runKey === key && managedAccountKey === item.managedAccountKey,
    );
    const run = runs.get(key);
    const isOver = run === undefined || run.endedAt !== null;
    const isOpen = own.some(({ result }) => result === null) || (own.length === 0 && !isOver);
    if (!isOpen) ends.set(item.key, await endFor(context, { item, own, confirmed }));
  }
  return ends;
}

interface Judged {
  readonly item: Item;
  /** Orders of the vault about its account. */
  readonly own: readonly Row<"vaultOrders">[];
  readonly confirmed: ReadonlySet<string>;
}

async function endFor(context: CallContext, { item, own, confirmed }: Judged): Promise<EndedItem> {
  const isChanged = own.some(
    ({ act, result, entryKey }) => act === "set" && result === "S" && confirmed.has(entryKey ?? ""),
  );
  if (isChanged) return { item, result: "S", errorCode: null, message: null };
  const failed = own.find(({ result }) => result === "F");
  if (failed !== undefined) {
    const { errorCode, message } = failed;
    return { item, result: "F", errorCode: errorCode ?? "internal", message };
  }
  const account = await context.store.get("managedAccounts", item.managedAccountKey ?? "");
  const refusal = account && (await runRefusal(context, "randomize", account));
  const message = refusal ?? own.at(0)?.message ?? "The vault has not randomized it.";
  return { item, result: "F", errorCode: "config", message };
}

/** Stops what the vault does for rows of a mass reset that was stopped, in the current transaction; gives the ends of those that it has done. */
export async function stopAtVault(
  context: CallContext,
  items: readonly Item[],
): Promise<ReadonlyMap<string, EndedItem>> {
  const { store } = context;
  for (const key of new Set(items.flatMap(({ vaultRunKey }) => vaultRunKey ?? []))) {
    const run = await store.lock("runs", key);
    if (run !== undefined && run.endedAt === null && run.state !== "stopped") await changeRun(context, run, "stopped");
  }
  return vaultWords(context, items);
}
