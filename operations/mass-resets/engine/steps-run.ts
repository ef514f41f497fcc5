import { stepGivenUpMs, stepsAtOnce, stepsUnderWayMax } from "#domain/mass-reset-limits.ts";
import { nextBegin, paceOf } from "#domain/mass-resets/pace.ts";
import { canariesEnded, sumOf } from "#domain/mass-resets/pauses.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { dropRows } from "../../kernel/drop-rows.ts";
import type { Allowance, EndingItem, OwnLanes, Run, RunKind } from "../../kernel/run-kind.ts";
import { endSteps, type EndedStep } from "./end-steps.ts";
import { followStep } from "./follow-step.ts";
import { columnsOf, pauseIfNeeded } from "./mass-reset-run.ts";
import { planLeaving } from "./plan-leaving.ts";
import { type Step, stepSource } from "./steps.ts";
import { tellEnd } from "./tell-mass-reset.ts";

type Table = "massResetSteps";

/** Carries a step out, outside of any transaction, and records what came of it. */
export type PerformStep = (context: CallContext, key: string) => Promise<void>;

/**
 * Returns the kind of runs that carry out steps of onboarding or offboarding.
 * @param title name of such a run for people, at the beginning of a sentence
 */
export function stepsRun(title: string, perform: PerformStep): RunKind<CallContext, Table> {
  const byService: OwnLanes<CallContext> = {
    chunk: stepsAtOnce,
    has: () => true,
    allowance: allowanceOf,
    begin: beginStep,
    // The step itself is recorded in the transaction of its act.
    async act(context, key) {
      await perform(context, key);
      return { result: "S" };
    },
    record: () => Promise.resolve(),
  };
  return { ...common, title, byService };
}

const common = {
  source: stepSource,
  items: { table: "massResetSteps", heldBy: "begunAt" },
  givenUpMs: () => stepGivenUpMs,
  resumesByProof: true,
  isFetched: () => false,
  plan: planLeaving,
  planStopped: planLeaving,
  end: endUnanswered,
  look: pauseIfNeeded,
  follow: followState,
  drop: dropSteps,
  report: {
    done: (_run, count) => count(eq("result", "S")),
    named: eq("result", "F"),
    row: ({ act, userId, targetSystemKey, accountName, errorCode, message }) => ({
      act,
      userId,
      targetSystemKey,
      accountName,
      errorCode,
      message,
    }),
  },
} satisfies Omit<RunKind<CallContext, Table>, "title" | "byService">;

/**
 * Tells how many steps of a target system may begin now: none before all are planned, those of the first people before all others, no more than
 * the rate allows, and no more than a number that is under way.
 */
async function allowanceOf(context: CallContext, run: Run, targetSystemKey: string): Promise<Allowance> {
  const { store } = context;
  if (run.startedAt === null) return { items: 0, waitMs: null };
  const massReset = await store.get("massResets", run.key);
  const targets = await store.select("massResetTargets", { where: eq("runKey", run.key) });
  const target = targets.find((one) => one.targetSystemKey === targetSystemKey);
  if (massReset === undefined || target === undefined) return { items: 0, waitMs: null };
  const { ratePerMinute, canariesOver } = massReset;
  const now = store.steadyTime.least();
  const pace =
    ratePerMinute === null
      ? { items: Infinity, waitMs: null }
      : now === null
        ? { items: 0, waitMs: 1_000 }
        : paceOf(ratePerMinute, target.nextBeginAt, now);
  // What people approve may wait for days, and holds up nothing.
  const free = targetSystemKey === "" ? Infinity : stepsUnderWayMax - (await underWay(context, run, targetSystemKey));
  const isOver = canariesOver || canariesEnded(sumOf(targets));
  const where = isOver ? eq("isReady", true) : allOf(eq("isReady", true), eq("isCanary", true));
  const waiting = allOf(ofLane(run, targetSystemKey), eq("begunAt", null), where);
  const ready = (await store.select("massResetSteps", { where: waiting, limit: 1 })).length > 0;
  const items = ready ? Math.min(pace.items, Math.max(0, free)) : 0;
  return { items, where, waitMs: ready ? pace.waitMs : null };
}

const ofLane = (run: Run, targetSystemKey: string) =>
  allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));

function underWay({ store }: CallContext, run: Run, targetSystemKey: string): Promise<number> {
  return store.count("massResetSteps", allOf(ofLane(run, targetSystemKey), ne("begunAt", null)));
}

/** Counts a step before its act, also towards the rate of its target system; null where nothing is to be done now. */
async function beginStep(context: CallContext, key: string): Promise<number | null> {
  const { store, clock } = context;
  const step = await store.lock("massResetSteps", key);
  const now = clock.now();
  if (step?.result !== null || !step.isReady || (step.nextTryAt ?? 0) > now) return null;
  const run = await store.get("runs", step.runKey);
  if (run?.state !== "queued" && run?.state !== "running") return null;
  if (step.begunAt === null) await countBegun(context, step);
  await store.save("massResetSteps", { key, sends: step.sends + 1, begunAt: step.begunAt ?? now });
  return step.sends + 1;
}

async function countBegun({ store }: CallContext, { runKey, targetSystemKey }: Step): Promise<void> {
  const { ratePerMinute = null } = (await store.get("massResets", runKey)) ?? {};
  const now = store.steadyTime.least();
  if (ratePerMinute === null || now === null) return;
  const where = { runKey, targetSystemKey };
  const [target] = await store.select("massResetTargets", { where, limit: 1, forUpdate: true });
  if (target === undefined) return;
  const nextBeginAt = nextBegin(ratePerMinute, target.nextBeginAt, { items: 1, now });
  await store.save("massResetTargets", { key: target.key, nextBeginAt });
}

/** Ends steps of a stopped run, and those that nobody answers: what is under way goes on by itself, and is told as far as it has come. */
async function endUnanswered(context: CallContext, run: Run, ending: readonly EndingItem<Table>[]): Promise<void> {
  const ends: EndedStep[] = [];
  for (const { item: step, end } of ending) {
    if (step.performedAt === null) {
      ends.push({ step, ...end, result: step.sends > 0 && end.result === "F" ? "F" : "X" });
      continue;
    }
    const followed = await followStep(context, step);
    ends.push(followed.result === null ? { step, ...goesOn } : { step, ...followed });
  }
  await endSteps(context, run.key, ends);
}

const goesOn = {
  result: "X",
  errorCode: "goesOn",
  message: "It was stopped before its end was known. What was begun goes on by itself: see its request.",
} as const;

/** Gives a mass reset the state of its run, and tells its end. */
async function followState(context: CallContext, run: Run): Promise<void> {
  const massReset = await context.store.lock("massResets", run.key);
  if (massReset === undefined) return;
  const { key, state, endedAt } = run;
  const changed = { key, state, endedAt, ...(await columnsOf(context, massReset, run)) };
  const saved = await context.store.save("massResets", changed);
  if (endedAt !== null) await tellEnd(context, saved);
}

/** Drops an onboarding or offboarding that is over for long enough, a page at a time; returns true if some of it is left. */
async function dropSteps(context: CallContext, { key }: Run): Promise<boolean> {
  if (await dropRows(context, "massResetTargets", eq("runKey", key))) return true;
  await context.store.remove("massResets", key);
  return false;
}
