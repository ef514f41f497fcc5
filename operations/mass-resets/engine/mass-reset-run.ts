import { chunkOperationsMax } from "#domain/limits.ts";
import { massResetGivenUpMs, vaultGivenUpMs } from "#domain/mass-reset-limits.ts";
import { pauseOf, sumOf } from "#domain/mass-resets/pauses.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { Row, Save } from "#store/tables.ts";

import { proxyOfTarget } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import { dropRows } from "../../kernel/drop-rows.ts";
import type { EndingItem, ItemEnd, ProxyLanes, Run, RunKind } from "../../kernel/run-kind.ts";
import { saveState } from "../../runs/engine/run-life.ts";
import { allowanceOf } from "./allowance.ts";
import { beginAccounts } from "./begin-accounts.ts";
import { deliverAtEnd } from "./deliver.ts";
import { endItems } from "./end-items.ts";
import { isToBeTakenBack } from "./held-items.ts";
import { massResetSource } from "./items.ts";
import { planAccounts } from "./plan-accounts.ts";
import { tellEnd, tellPause } from "./tell-mass-reset.ts";
import { stopAtVault } from "./vault-items.ts";

type Table = "massResetAccounts";

const byProxies: ProxyLanes<CallContext, Table> = {
  chunk: chunkOperationsMax,
  proxyOf: proxyOfTarget,
  endUnserved: () => ({ result: "X", errorCode: "targetDisabled", message: "Its target system is disabled, or gone." }),
  isToBeTakenBack,
  allowance: allowanceOf,
  begin: beginAccounts,
};

/** The kind of runs that carry out mass resets of passwords. */
export const massResetRun: RunKind<CallContext, Table> = {
  title: "A mass reset",
  source: massResetSource,
  items: { table: "massResetAccounts", heldBy: "openAccountKey" },
  givenUpMs: ({ vaultRunKey }) => (vaultRunKey === null ? massResetGivenUpMs : vaultGivenUpMs),
  resumesByProof: true,
  isFetched: () => false,
  plan: planAccounts,
  planStopped: planAccounts,
  end: endUnanswered,
  look: pauseIfNeeded,
  follow: followState,
  drop: dropMassReset,
  byProxies,
  report: {
    done: (_run, count) => count(eq("result", "S")),
    named: eq("result", "F"),
    row: ({ accountName, targetSystemKey, errorCode, message }) => ({
      accountName,
      targetSystemKey,
      errorCode,
      message,
    }),
  },
};

/** Ends rows that nobody answers: what the vault has in its hands is stopped, and ends as the vault says. */
async function endUnanswered(context: CallContext, run: Run, ending: readonly EndingItem<Table>[]): Promise<void> {
  const atVault = ending.map(({ item }) => item).filter(({ vaultRunKey }) => vaultRunKey !== null);
  const told = await stopAtVault(context, atVault);
  await endItems(
    context,
    run,
    ending.map(({ item, end }) => told.get(item.key) ?? { item, ...(item.vaultRunKey === null ? end : atVaultStill) }),
  );
}

const atVaultStill: ItemEnd = {
  result: "F",
  errorCode: "unreachable",
  message: "The vault had not ended its randomization: see the run of the vault.",
};

/** Pauses a mass reset of which too many accounts or canary accounts have failed. */
export async function pauseIfNeeded(context: CallContext, run: Run): Promise<Run> {
  if (run.state !== "queued" && run.state !== "running") return run;
  const { store } = context;
  const massReset = await store.lock("massResets", run.key);
  if (massReset === undefined) return run;
  const counts = sumOf(await store.select("massResetTargets", { where: eq("runKey", run.key) }));
  const pause = pauseOf(massReset, counts);
  if (pause === undefined) return run;
  const { because: pausedBecause, words: problem } = pause;
  const paused = await store.save("massResets", { key: run.key, pausedBecause, problem });
  await tellPause(context, paused);
  return saveState(context, run.key, { state: "paused" });
}

/** Gives a mass reset the state of its run. */
async function followState(context: CallContext, run: Run): Promise<void> {
  const { store } = context;
  const massReset = await store.lock("massResets", run.key);
  if (massReset === undefined) return;
  const { key, state, endedAt } = run;
  const changed = { key, state, endedAt, ...(await columnsOf(context, massReset, run)) };
  const saved = await store.save("massResets", changed);
  if (massReset.state === "paused" && (state === "queued" || state === "running")) await beginAnew(context, run);
  if (endedAt === null) return;
  await deliverAtEnd(context, saved);
  await tellEnd(context, saved);
}

/** Gives rows in hand their whole time again after a pause, in which nothing of them could be sent. */
async function beginAnew({ store, clock }: CallContext, { key }: Run): Promise<void> {
  const where = allOf(eq("runKey", key), eq("result", null), ne("openAccountKey", null));
  const held = await store.select("massResetAccounts", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const begunAt = clock.now();
  await store.saveAll(
    "massResetAccounts",
    held.map((row) => ({ key: row.key, begunAt })),
  );
}

type Columns = Omit<Save<"massResets">, "key">;

/** Returns the columns of a mass reset that follow from another state of its run. */
export async function columnsOf(
  { store }: CallContext,
  massReset: Row<"massResets">,
  { state }: Run,
): Promise<Columns> {
  if (state === "paused") return { pausedBecause: massReset.pausedBecause ?? "asked" };
  if (massReset.state !== "paused") return {};
  const { done, failed } = sumOf(await store.select("massResetTargets", { where: eq("runKey", massReset.key) }));
  const because = massReset.pausedBecause;
  return {
    pausedBecause: null,
    problem: null,
    // Whoever resumes it has looked at the failures so far.
    ...(because !== "asked" && { failedBefore: failed, endedBefore: done + failed }),
    ...(because === "canary" && { canariesOver: true }),
  };
}

/** Drops a mass reset whose run is over for long enough, with its deliveries and counts, a page at a time; returns true if some are left. */
async function dropMassReset(context: CallContext, { key }: Run): Promise<boolean> {
  if (await dropRows(context, "passwordDeliveries", eq("massResetKey", key))) return true;
  if (await dropRows(context, "massResetTargets", eq("runKey", key))) return true;
  await context.store.remove("massResets", key);
  return false;
}
