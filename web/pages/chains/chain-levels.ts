import type { ChainStep } from "#domain/chains/auth-chain.ts";

import type { ChainOfSteps } from "../../api/model.ts";

/** A step with its name. */
export interface NamedStep extends ChainStep {
  readonly name: string;
}

/** Steps of a chain by the order in which they are reached: those that can be first, second and so on, and the unreachable ones. */
export interface ChainLevels {
  readonly levels: readonly (readonly NamedStep[])[];
  readonly unreached: readonly NamedStep[];
}

/** Sorts the steps of a chain by the number of steps before them. */
export function chainLevels({ first, steps }: Pick<ChainOfSteps, "first" | "steps">): ChainLevels {
  const named = new Map(Object.entries(steps).map(([name, step]) => [name, { name, ...(step as ChainStep) }] as const));
  const reached = new Set<string>();
  const levels: (readonly NamedStep[])[] = [];
  for (let names = [first]; names.length > 0;) {
    const level = [...new Set(names)].flatMap((name) => (reached.has(name) ? [] : (named.get(name) ?? [])));
    for (const { name } of level) reached.add(name);
    if (level.length > 0) levels.push(level);
    names = level.flatMap(({ outcomes }) => Object.values(outcomes ?? {}));
  }
  return { levels, unreached: [...named.values()].filter(({ name }) => !reached.has(name)) };
}
