import type { AuthChain, ChainPurpose } from "./auth-chain.ts";
import { type ChainFacts, selects } from "./selects.ts";

/** The chain of a purpose that is taken by what is known of a sign-in; undefined where none matches. */
export function chooseChain(
  chains: readonly AuthChain[],
  purpose: ChainPurpose,
  facts: ChainFacts,
): AuthChain | undefined {
  return chains
    .filter((chain) => chain.purpose === purpose && chain.selectors.every((selector) => selects(selector, facts)))
    .toSorted(inTurn)[0];
}

function inTurn(a: AuthChain, b: AuthChain): number {
  return a.position - b.position || (a.name < b.name ? -1 : 1);
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
