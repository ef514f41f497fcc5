import { confirmedLeaversMin, confirmedUsersMin, massStepsMax } from "#domain/mass-reset-limits.ts";
import type { MassResetAction } from "#domain/mass-resets/steps.ts";
import { eq } from "#domain/query/condition.ts";
import type { RunKindName } from "#domain/runs/run-kind-names.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { type Choice, partsOf, storedChoice } from "./choice.ts";
import type { JudgedAccount } from "./judge-accounts.ts";
import { leavingTrial } from "./leaving-pages.ts";
import { withHeld } from "./onboarding-steps.ts";
import { CountedSteps, type Step, type StepCounts, type TrialStep } from "./steps.ts";
import { trialOf } from "./trial-of.ts";

type MassReset = Row<"massResets">;

/** Effect of a draft if it was started now, with what its start writes down. */
export interface DraftTrial {
  readonly counts: StepCounts;
  /** First accounts of a reset. */
  readonly first: readonly JudgedAccount[];
  /** First steps of an onboarding or offboarding. */
  readonly steps: readonly TrialStep[];
  readonly kind: RunKindName;
  /** Users up to which its start needs no confirmation. */
  readonly usersMin: number;
  /** Writes down what is chosen now, in the transaction of the start. */
  begin(context: CallContext): Promise<void>;
}

/**
 * Computes what a draft would do now. It writes nothing, and belongs before a transaction.
 * @throws READ_TOO_LONG, LIMIT_EXCEEDED
 */
export function draftTrial(context: CallContext, draft: MassReset, first: number): Promise<DraftTrial> {
  return byAction[draft.action](context, draft, first);
}

type TrialOfDraft = (context: CallContext, draft: MassReset, first: number) => Promise<DraftTrial>;

const byAction: Readonly<Record<MassResetAction, TrialOfDraft>> = {
  reset: trialOfChoice(async (context, draft, asked) => {
    const { counts, first, keys } = await trialOf(context, draft, asked);
    return { counts, first, steps: [], keys, kind: "massReset", usersMin: confirmedUsersMin };
  }),
  offboard: trialOfChoice(async (context, draft, asked) => {
    const { counts, first: steps, keys } = await leavingTrial(context, draft, asked);
    return { counts, first: [], steps, keys, kind: "offboarding", usersMin: confirmedLeaversMin };
  }),
  onboard: onboardingTrial,
};

/** Choice of a draft, and the number of its first objects that are shown. */
interface AskedTrial {
  readonly choice: Choice;
  readonly first: number;
}

/** Effect of a draft that chooses what is there, with the keys from which its run plans. */
type ChosenTrial = Omit<DraftTrial, "begin"> & { readonly keys: Keys };

/** Makes the trial of an action that chooses what is there: its start writes down the keys of what is chosen. */
function trialOfChoice(
  tried: (context: CallContext, draft: MassReset, asked: AskedTrial) => Promise<ChosenTrial>,
): TrialOfDraft {
  return async (context, draft, first) => {
    const choice = await storedChoice(context, draft);
    const { keys, ...trial } = await tried(context, draft, { choice, first });
    return { ...trial, begin: (starting) => replaceParts(starting, draft.key, keys) };
  };
}

type Keys = Partial<Readonly<Record<Row<"massResetParts">["of"], readonly string[]>>>;

/** Writes down the keys from which the run plans, in place of the choice. */
async function replaceParts({ store, ids }: CallContext, massResetKey: string, keys: Keys): Promise<void> {
  for (const part of await store.select("massResetParts", { where: eq("massResetKey", massResetKey) }))
    await store.remove("massResetParts", part.key);
  for (const [of, some] of Object.entries(keys)) {
    const terms = { key: () => ids.guid(), massResetKey, of: of as keyof Keys, at: 0 } as const;
    await store.addAll("massResetParts", partsOf(some, terms));
  }
}

async function onboardingTrial(context: CallContext, draft: MassReset, shown: number): Promise<DraftTrial> {
  const { store } = context;
  const where = eq("runKey", draft.key);
  const orderBy = [["line", "asc"] as const, ["createdAt", "asc"] as const];
  const rows = await store.select("massResetSteps", { where, orderBy, limit: massStepsMax });
  const counted = new CountedSteps(shown);
  counted.add(await withHeld(context, rows));
  return {
    counts: counted.counts(),
    first: [],
    steps: counted.first,
    kind: "onboarding",
    usersMin: confirmedUsersMin,
    begin: (starting) => beginOnboarding(starting, draft, rows),
  };
}

/** Counts the steps of an onboarding by target system, marks those of the first people, and adds that of the first passwords. */
async function beginOnboarding(context: CallContext, draft: MassReset, rows: readonly Step[]): Promise<void> {
  const { store, ids, clock } = context;
  const { key: runKey, canaries, delivery } = draft;
  const lines = [...new Set(rows.map(({ line }) => line))];
  const lastCanary = lines.slice(0, canaries).at(-1);
  const first = lastCanary === undefined ? [] : rows.filter(({ line }) => line <= lastCanary);
  await store.saveAll(
    "massResetSteps",
    first.map(({ key }) => ({ key, isCanary: true })),
  );
  const passwords: readonly Save<"massResetSteps">[] =
    delivery === "none"
      ? []
      : [
          {
            key: ids.guid(),
            runKey,
            line: (lines.at(-1) ?? 0) + 1,
            act: "passwords",
            targetSystemKey: "",
            subject: {},
            createdAt: clock.now(),
          },
        ];
  await store.addAll("massResetSteps", passwords);
  const all = Map.groupBy(rows, ({ targetSystemKey }) => targetSystemKey);
  if (passwords.length > 0 && !all.has("")) all.set("", []);
  const targets = [...all].map(([targetSystemKey, own]) => ({
    key: ids.guid(),
    runKey,
    targetSystemKey,
    accounts: own.length + (targetSystemKey === "" ? passwords.length : 0),
    canaries: lastCanary === undefined ? 0 : own.filter(({ line }) => line <= lastCanary).length,
  }));
  await store.addAll("massResetTargets", targets);
}
