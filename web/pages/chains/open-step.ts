import type { ChainStep } from "#domain/chains/auth-chain.ts";

import type { AuthChainTrial, ChainOfSteps } from "../../api/model.ts";

/** How far a trial has come. */
type Trial = Pick<AuthChainTrial, "taken" | "steps" | "end">;

/** A step of which it is not said yet how it ends. */
export interface OpenStep {
  readonly step: string;
  readonly outcomes: readonly string[];
}

/** The chain in which a trial has stopped because it is not said how a step ends; undefined where it has come to its end, or no chain is taken. */
export function openChain({ taken, steps, end }: Trial): string | undefined {
  if (taken === null || end !== null) return undefined;
  const last = steps.at(-1);
  if (last === undefined) return taken;
  return last.outcome === null ? last.leadsTo : last.chain;
}

/** The step of that chain at which it has stopped. */
export function openStep({ steps: walked }: Trial, { first, steps }: Pick<ChainOfSteps, "first" | "steps">): OpenStep {
  const last = walked.at(-1);
  const step = last === undefined || last.outcome === null ? first : last.leadsTo;
  const found = Object.hasOwn(steps, step) ? (steps as Readonly<Record<string, ChainStep>>)[step] : undefined;
  return { step, outcomes: Object.keys(found?.outcomes ?? {}) };
}
