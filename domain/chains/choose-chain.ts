import type { AuthChain, ChainPurpose } from "./auth-chain.ts";
import { type ChainFacts, selects } from "./selects.ts";

/** The chain of a purpose that is taken by what is known of a sign-in; undefined where none matches. */
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

/** How far a sign-in is with its chain, when something more is known of it. */
export interface ChainAtHand {
  readonly chain: string;
  readonly purpose: ChainPurpose;
  /** Whether a step of the chain has asked for the chain that is selected, and gone on because there was none. */
  readonly hasSelected: boolean;
  /** What was known when the chain was chosen. */
  readonly before: ChainFacts;
  /** What is known now. */
  readonly now: ChainFacts;
}

/**
 * The chain with which a sign-in goes on, from its first step, where something else is known of it than before: as if that had been known at
 * its beginning. `same` where it stays as it is; undefined where no chain is taken by what is known now.
 */
export function chooseAnew(chains: readonly AuthChain[], atHand: ChainAtHand): AuthChain | "same" | undefined {
  const { chain, purpose, hasSelected, before, now } = atHand;
  if (areSame(before, now)) return "same";
  const chosen = chooseChain(chains, purpose, now);
  // What was not selected before may be selected now.
  return chosen?.name === chain && !hasSelected ? "same" : chosen;
}

/** Whether nothing else is known than before. */
export function areSame(before: ChainFacts, now: ChainFacts): boolean {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].every((name) => before[name] === now[name]);
}

/**
 * The name of the step at which a password alone is enough to be allowed, whatever else may lead there; undefined where the chain asks for
 * more. The name in front of it is asked for by each door.
 */
export function passwordAlone({ first, steps }: AuthChain): string | undefined {
  let name = first;
  // A chain leads in no circle, so this ends.
  while (steps[name]?.component === "userName") name = steps[name]?.outcomes["given"] ?? "";
  const step = steps[name];
  return step?.component === "password" && step.outcomes["passed"] === "ALLOW" ? name : undefined;
}
