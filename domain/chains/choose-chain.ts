import type { AuthChain, ChainPurpose } from "./auth-chain.ts";
import { type ChainFacts, selects } from "./selects.ts";

/** Returns the chain of a purpose that the facts of a sign-in select; undefined if none matches. */
export function chooseChain(
  chains: readonly AuthChain[],
  purpose: ChainPurpose,
  facts: ChainFacts,
): AuthChain | undefined {
  let taken: AuthChain | undefined;
  for (const chain of chains) {
    if (chain.purpose !== purpose || (taken !== undefined && inTurn(taken, chain) < 0)) continue;
    if (chain.selectors.every((selector) => selects(selector, facts))) taken = chain;
  }
  return taken;
}

function inTurn(a: AuthChain, b: AuthChain): number {
  return a.position - b.position || (a.name < b.name ? -1 : 1);
}

/** Position of a sign-in in its chain when its facts change. */
export interface ChainAtHand {
  readonly chain: string;
  readonly purpose: ChainPurpose;
  /** True if a step of the chain has asked for the selected chain, and continued because there was none. */
  readonly hasSelected: boolean;
  /** Facts when the chain was chosen. */
  readonly before: ChainFacts;
  /** Facts now. */
  readonly now: ChainFacts;
}

/**
 * Returns the chain with which a sign-in continues, from its first step, once its facts have changed: as if they had been known from the
 * beginning. `same` if the chain stays as it is; undefined if the facts select none.
 */
export function chooseAnew(chains: readonly AuthChain[], atHand: ChainAtHand): AuthChain | "same" | undefined {
  const { chain, purpose, hasSelected, before, now } = atHand;
  if (areSame(before, now)) return "same";
  const chosen = chooseChain(chains, purpose, now);
  // A chain that was not selected before may be selected now.
  return chosen?.name === chain && !hasSelected ? "same" : chosen;
}

/** Returns true if no fact has changed. */
export function areSame(before: ChainFacts, now: ChainFacts): boolean {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].every((name) => before[name] === now[name]);
}

/**
 * Returns the name of the step at which a password alone is enough for ALLOW, whatever else may lead there; undefined if the chain asks
 * for more. Steps before it may ask for the user name only, which each entry point asks for.
 */
export function passwordAlone({ first, steps }: AuthChain): string | undefined {
  let name = first;
  // A chain has no cycle, so this ends.
  while (steps[name]?.component === "userName") name = steps[name]?.outcomes["given"] ?? "";
  const step = steps[name];
  return step?.component === "password" && step.outcomes["passed"] === "ALLOW" ? name : undefined;
}
