import type { ChosenOnTarget, MassResetSkip, SkippedAccounts } from "#domain/mass-resets/mass-reset.ts";
import type { MassStepAct } from "#domain/mass-resets/steps.ts";
import type { Row, Save } from "#store/tables.ts";

/** Row of a step of an onboarding or offboarding. */
export type Step = Row<"massResetSteps">;

/** Source of the steps: the prefix of their keys. */
export const stepSource = "step";

/** A step that is planned, with the reason for which it would be skipped now. */
export interface PlannedStep {
  readonly step: Save<"massResetSteps"> & Pick<Step, "act" | "line" | "targetSystemKey">;
  readonly skip?: MassResetSkip;
}

/** Step of a trial, for its reader. */
export interface TrialStep {
  readonly act: MassStepAct;
  readonly userKey: string | null;
  readonly userId: string | null;
  readonly targetSystemKey: string;
  readonly accountName: string | null;
  readonly groupName: string | null;
  readonly because: MassResetSkip | null;
}

/** Counts of steps that are planned. */
export type StepCounts = Pick<Row<"massResets">, "people" | "accounts" | "chosen" | "skipped">;

/** Steps counted page by page, with the first of them. */
export class CountedSteps {
  readonly #people = new Set<string | number>();
  readonly #targets = new Map<string, number>();
  readonly #skipped = new Map<MassResetSkip, number>();
  readonly #first: TrialStep[] = [];
  readonly #firstMax: number;
  #all = 0;

  constructor(firstMax: number) {
    this.#firstMax = firstMax;
  }

  /** Number of steps so far, with the skipped ones. */
  get all(): number {
    return this.#all;
  }

  get first(): readonly TrialStep[] {
    return this.#first;
  }

  /** Counts planned steps. */
  add(planned: readonly PlannedStep[]): void {
    this.#all += planned.length;
    for (const { step, skip } of planned) {
      if (this.#first.length < this.#firstMax) this.#first.push(shown(step, skip));
      if (skip === undefined) {
        this.#people.add(step.userId ?? step.line);
        this.#targets.set(step.targetSystemKey, (this.#targets.get(step.targetSystemKey) ?? 0) + 1);
      } else this.#skipped.set(skip, (this.#skipped.get(skip) ?? 0) + 1);
    }
  }

  /** Returns the counts, as a mass reset keeps them. */
  counts(): StepCounts {
    const chosen = [...this.#targets].map(([targetSystemKey, accounts]): ChosenOnTarget => ({
      targetSystemKey,
      accounts,
      managed: 0,
    }));
    return {
      people: this.#people.size,
      accounts: chosen.reduce((sum, { accounts }) => sum + accounts, 0),
      chosen: chosen.toSorted((one, other) => (one.targetSystemKey < other.targetSystemKey ? -1 : 1)),
      skipped: [...this.#skipped].map(([because, accounts]): SkippedAccounts => ({ because, accounts })),
    };
  }
}

function shown(step: PlannedStep["step"], skip: MassResetSkip | undefined): TrialStep {
  const { act, targetSystemKey, userKey = null, userId = null, accountName = null, groupName = null } = step;
  return { act, userKey, userId, targetSystemKey, accountName, groupName, because: skip ?? null };
}
