import { endedWordsMax } from "#domain/mass-reset-limits.ts";
import { fateAfter, type StepResult, stepWords } from "#domain/mass-resets/steps.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Step } from "./steps.ts";

/** The end of a step. */
export interface EndedStep {
  readonly step: Step;
  readonly result: StepResult;
  readonly errorCode: string | null;
  readonly message: string | null;
  /** Further columns that its end tells. */
  readonly told?: Partial<Pick<Step, "userKey" | "accountKey" | "requestKey" | "followedKey" | "performedAt">>;
}

type Context = Pick<CallContext, "store" | "clock">;

/**
 * Ends steps, in the current transaction, with the counts of their target systems. Steps that waited for them may begin, or are skipped with them.
 * A step that has ended already stays as it is.
 */
export async function endSteps(context: Context, runKey: string, ending: readonly EndedStep[]): Promise<void> {
  let next = ending;
  while (next.length > 0) {
    const ended = await endNow(context, runKey, next);
    next = await releaseFollowers(context, runKey, ended);
  }
}

async function endNow(
  { store, clock }: Context,
  runKey: string,
  ending: readonly EndedStep[],
): Promise<readonly EndedStep[]> {
  const keys = ending.map(({ step }) => step.key);
  const where = allOf(oneOf("key", keys), eq("result", null));
  const rows = await store.select("massResetSteps", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const open = new Set(rows.map(({ key }) => key));
  const ends = ending.filter(({ step }) => open.has(step.key));
  const endedAt = clock.now();
  await store.saveAll(
    "massResetSteps",
    ends.map(({ step: { key }, result, errorCode, message, told }) => ({
      key,
      ...told,
      result,
      errorCode,
      message: message?.slice(0, endedWordsMax) ?? null,
      endedAt,
      nextTryAt: null,
    })),
  );
  const targetKeys = oneOf("targetSystemKey", [...new Set(ends.map(({ step }) => step.targetSystemKey))]);
  const ofRun = allOf(eq("runKey", runKey), targetKeys);
  const targets = await store.select("massResetTargets", { where: ofRun, orderBy: [["key", "asc"]], forUpdate: true });
  for (const target of targets) {
    const own = ends.filter(({ step }) => step.targetSystemKey === target.targetSystemKey);
    const count = (result: StepResult, some = own) => some.filter((end) => end.result === result).length;
    const canaries = own.filter(({ step }) => step.isCanary);
    await store.save("massResetTargets", {
      key: target.key,
      done: target.done + count("S"),
      failed: target.failed + count("F"),
      leftOut: target.leftOut + count("X"),
      canariesEnded: target.canariesEnded + canaries.length,
      canariesFailed: target.canariesFailed + count("F", canaries),
    });
  }
  return ends;
}

/** Lets the steps begin that waited for ended ones, and returns those that are skipped instead. */
async function releaseFollowers(
  { store }: Context,
  runKey: string,
  ended: readonly EndedStep[],
): Promise<readonly EndedStep[]> {
  const ends = new Map(ended.map((end) => [end.step.key, end]));
  const where = allOf(eq("runKey", runKey), oneOf("afterKey", [...ends.keys()]), eq("result", null));
  const followers = await store.select("massResetSteps", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const saved: Save<"massResetSteps">[] = [];
  const skipped: EndedStep[] = [];
  for (const step of followers) {
    const end = ends.get(step.afterKey ?? "");
    if (end === undefined) continue;
    if (fateAfter(end.result) === "skip") {
      const message = `Not done, because the step before failed: ${stepWords[end.step.act]}.`;
      skipped.push({ step, result: "X", errorCode: "stepBefore", message });
      continue;
    }
    // Managers are people of other lines.
    const isSame = step.line === end.step.line;
    const userKey = step.userKey ?? (isSame ? (end.told?.userKey ?? end.step.userKey) : null);
    saved.push({ key: step.key, isReady: true, userKey });
  }
  await store.saveAll("massResetSteps", saved);
  return skipped;
}
