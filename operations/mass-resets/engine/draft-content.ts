import { ServiceError } from "#domain/errors.ts";
import { fileFaultsShownMax, massStepsMax, onboardedPeopleMax } from "#domain/mass-reset-limits.ts";
import { foldedId } from "#domain/person-id.ts";
import { eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { ActionTerms } from "./action-terms.ts";
import { chosenBy } from "./choice-input.ts";
import { type GivenChoice, choiceOf, fileRefusal, saveParts } from "./choice.ts";
import { leavingTrial } from "./leaving-pages.ts";
import { type OnboardingSteps, stepsOfFile, stepsOfUsers } from "./onboarding-steps.ts";
import { CountedSteps, type PlannedStep, type StepCounts } from "./steps.ts";
import { type ChoosingTerms, trialOf } from "./trial-of.ts";

/** Content that a call adds to a draft: its counts, and the rows that it saves. */
export interface DraftContent {
  /** Computes its first trial. */
  counts(): Promise<StepCounts>;
  readonly users: number;
  readonly accounts: number;
  /** Saves it for a draft, in the current transaction. */
  save(context: CallContext, massResetKey: string): Promise<void>;
}

type Terms = ActionTerms & ChoosingTerms & Pick<Row<"massResets">, "chosenBy">;

/**
 * Reads the choice of a call for a draft. It belongs before a transaction.
 * @param draftKey key of the draft that gets more; undefined for a new one
 * @throws MASS_RESET_FILE_INVALID with a detail for each line, USER_UNKNOWN, ACCOUNT_UNKNOWN, LIMIT_EXCEEDED, and the codes of a $filter
 */
export async function contentOf(
  context: CallContext,
  terms: Terms,
  { given, draftKey }: { readonly given: GivenChoice; readonly draftKey?: string },
): Promise<DraftContent> {
  if (terms.action === "onboard") return onboarding(context, terms, { given, draftKey });
  const choice = await choiceOf(context, given, chosenBy(given));
  const tried = { choice, first: 0 };
  return {
    counts: async () =>
      (await (terms.action === "offboard" ? leavingTrial(context, terms, tried) : trialOf(context, terms, tried)))
        .counts,
    users: choice.users.length,
    accounts: choice.accounts.length,
    save: (saving, massResetKey) => saveParts(saving, massResetKey, choice),
  };
}

interface GivenMore {
  readonly given: GivenChoice;
  readonly draftKey?: string | undefined;
}

async function onboarding(context: CallContext, terms: Terms, more: GivenMore): Promise<DraftContent> {
  const steps = await onboardingSteps(context, terms, more);
  const counted = new CountedSteps(0);
  counted.add(steps);
  return {
    counts: () => Promise.resolve(counted.counts()),
    users: new Set(steps.map(({ step }) => step.line)).size,
    accounts: steps.filter(({ step }) => step.act === "addAccount").length,
    save: async ({ store }, massResetKey) => {
      const before = await store.count("massResetSteps", { runKey: massResetKey });
      if (before + steps.length > massStepsMax)
        throw new ServiceError("LIMIT_EXCEEDED", {
          message: `An onboarding may have at most ${massStepsMax} steps. Onboard fewer people at a time.`,
        });
      const rows = steps.map(({ step }) => ({ ...step, runKey: massResetKey }));
      await store.addAll("massResetSteps", rows);
    },
  };
}

async function onboardingSteps(
  context: CallContext,
  terms: Terms,
  { given, draftKey }: GivenMore,
): Promise<readonly PlannedStep[]> {
  const read = await readOnboarded(context, terms, given);
  if (read.cut) {
    const message = `One call takes at most ${onboardedPeopleMax} people. Add the others by further calls of choose.`;
    throw new ServiceError("LIMIT_EXCEEDED", { target: "file", message });
  }
  const doubled = draftKey === undefined ? [] : await faultsOfDoubled(context, read.steps, draftKey);
  const faults = [...read.faults, ...doubled];
  if (faults.length > 0 && given.skipFaults !== true)
    throw fileRefusal(faults, { lineOffset: given.lineOffset ?? 0, shownMax: fileFaultsShownMax });
  const unfit = new Set(doubled.map(({ line }) => line + (given.lineOffset ?? 0)));
  return read.steps.filter(({ step }) => !unfit.has(step.line));
}

async function readOnboarded(context: CallContext, terms: Terms, given: GivenChoice): Promise<OnboardingSteps> {
  if (typeof given.file === "string")
    return stepsOfFile(context, terms, { text: given.file, lineOffset: given.lineOffset ?? 0 });
  const keys = [...new Set(given.userKeys ?? [])];
  const { users } = await choiceOf(context, { userKeys: keys }, "users");
  const page = users.slice(0, onboardedPeopleMax);
  const rows = await context.store.select("users", { where: oneOf("key", page), orderBy: [["id", "asc"]] });
  return { ...(await stepsOfUsers(context, terms, rows)), cut: users.length > onboardedPeopleMax };
}

/** Finds the people whom an earlier call has added to a draft already. */
async function faultsOfDoubled({ store }: CallContext, steps: readonly PlannedStep[], runKey: string) {
  const known = await store.select("massResetSteps", { where: eq("runKey", runKey) });
  const lines = new Map(known.map(({ userId, line }) => [foldedId(userId ?? ""), line]));
  const own = new Map(steps.map(({ step }) => [step.line, step.userId ?? ""]));
  return [...own].flatMap(([line, id]) => {
    const other = lines.get(foldedId(id));
    const message = `'${id}' stands in line ${other} of an earlier part too. Keep one of them`;
    return other === undefined ? [] : [{ line, column: "id", message }];
  });
}
