import { uncountedPauseMs } from "#domain/mass-reset-limits.ts";
import { nextBegin, type Pace, paceOf } from "#domain/mass-resets/pace.ts";
import { canariesEnded, sumOf } from "#domain/mass-resets/pauses.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Allowance, Run } from "../../kernel/run-kind.ts";
import type { Item } from "./items.ts";

type Context = Pick<CallContext, "store">;

/**
 * Tells how many rows of a target system may begin now: none before all are planned, canary accounts before all others, and no more than the
 * rate allows by the time that has passed.
 */
export async function allowanceOf(context: Context, run: Run, targetSystemKey: string): Promise<Allowance> {
  const { store } = context;
  // The accounts of a person share a password and a delivery, and may be planned in several steps.
  if (run.startedAt === null) return { items: 0, waitMs: null };
  const massReset = await store.get("massResets", run.key);
  const targets = await store.select("massResetTargets", { where: eq("runKey", run.key) });
  const target = targets.find((one) => one.targetSystemKey === targetSystemKey);
  if (massReset === undefined || target === undefined) return { items: 0, waitMs: null };
  const { ratePerMinute, canariesOver } = massReset;
  const pace = ratePerMinute === null ? noLimit : paceNow(context, ratePerMinute, target.nextBeginAt);
  if (canariesOver || canariesEnded(sumOf(targets))) return pace;
  const waiting = await waitingCanaries(context, run, targetSystemKey);
  const items = Math.min(waiting, pace.items);
  return { items, where: onlyCanaries, waitMs: waiting === 0 ? null : pace.waitMs };
}

const noLimit: Allowance = { items: Infinity, waitMs: null };

function waitingCanaries({ store }: Context, run: Run, targetSystemKey: string): Promise<number> {
  const ofTarget = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey));
  return store.count(
    "massResetAccounts",
    allOf(ofTarget, eq("result", null), eq("openAccountKey", null), onlyCanaries),
  );
}

const onlyCanaries = eq("isCanary", true);

/** Counts rows that begin towards the rates of their target systems, in the current transaction. */
export async function countBegun(
  context: Context,
  { key: runKey, ratePerMinute }: Row<"massResets">,
  items: readonly Item[],
): Promise<void> {
  const { store } = context;
  const now = store.steadyTime.least();
  if (ratePerMinute === null || now === null) return;
  for (const [targetSystemKey, some] of Map.groupBy(items, (item) => item.targetSystemKey)) {
    const where = { runKey, targetSystemKey };
    const [target] = await store.select("massResetTargets", { where, limit: 1, forUpdate: true });
    if (target === undefined) continue;
    const nextBeginAt = nextBegin(ratePerMinute, target.nextBeginAt, { items: some.length, now });
    await store.save("massResetTargets", { key: target.key, nextBeginAt });
  }
}

/** Returns the pace by the time that has passed; a process that does not count it yet begins nothing. */
function paceNow({ store }: Context, ratePerMinute: number, nextBeginAt: number | null): Pace {
  const now = store.steadyTime.least();
  return now === null ? { items: 0, waitMs: uncountedPauseMs } : paceOf(ratePerMinute, nextBeginAt, now);
}
