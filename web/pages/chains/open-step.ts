import type { ChainStep } from "#domain/chains/auth-chain.ts";

import type { AuthChainTrial, ChainOfSteps } from "../../api/model.ts";

/** State of a trial of the chains. */
type Trial = Pick<AuthChainTrial, "taken" | "steps" | "end">;

/** A step whose outcome is not given yet. */
export interface OpenStep {
  readonly step: string;
  readonly outcomes: readonly string[];
}

/**
 * Returns the chain in which a trial has stopped because the outcome of a step is not given. Undefined if the trial has reached an end, or
 * no chain applies.
 */
export function openChain({ taken, steps, end }: Trial): string | undefined {
  if (taken === null || end !== null) return undefined;
  const last = steps.at(-1);
  if (last === undefined) return taken;
  return last.outcome === null ? last.leadsTo : last.chain;
}

/** Returns the step of that chain at which the trial has stopped. */
export function openStep({ steps: walked }: Trial, { first, steps }: Pick<ChainOfSteps, "first" | "steps">): OpenStep {
  const last = walked.at(-1);
  const step = last === undefined || last.outcome === null ? first : last.leadsTo;
  const found = Object.hasOwn(steps, step) ? (steps as Readonly<Record<string, ChainStep>>)[step] : undefined;
  return { step, outcomes: Object.keys(found?.outcomes ?? {}) };
}
