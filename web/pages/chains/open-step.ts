import type { ChainStep } from "#domain/chains/auth-chain.ts";

import type { AuthChainTrial, ChainOfSteps } from "../../api/model.ts";

/** A step of which it is not said yet how it ends. */
export interface OpenStep {
  readonly chain: string;
  readonly step: string;
  readonly outcomes: readonly string[];
}

/** The step at which a trial has stopped because it is not said how it ends; undefined where it has come to its end, or no chain is taken. */
export function openStep(
  { taken, steps, end }: Pick<AuthChainTrial, "taken" | "steps" | "end">,
  chains: readonly Pick<ChainOfSteps, "name" | "first" | "steps">[],
): OpenStep | undefined {
  if (taken === null || end !== null) return undefined;
  const last = steps.at(-1);
  const handsOn = last?.outcome === null;
  const name = last === undefined ? taken : handsOn ? last.leadsTo : last.chain;
  const chain = chains.find((one) => one.name === name);
  if (chain === undefined) return undefined;
  const step = last === undefined || handsOn ? chain.first : last.leadsTo;
  const found = Object.hasOwn(chain.steps, step)
    ? (chain.steps as Readonly<Record<string, ChainStep>>)[step]
    : undefined;
  return { chain: name, step, outcomes: Object.keys(found?.outcomes ?? {}) };
}
