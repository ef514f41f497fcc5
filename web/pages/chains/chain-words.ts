import type { AuthChain, ChainSelector } from "../../api/model.ts";
import type { TellOwn, ToldOwn } from "../../messages/own-words.tsx";
import type { Say } from "../../messages/text.ts";

/** What is in force under the name of a chain, in words. */
export function inForceWords({ inForceNumber: number }: AuthChain, say: Say): string {
  if (number === null) return say("chain.inForce.none");
  return number === 0 ? say("chain.inForce.default") : say("chain.inForce.version", { number });
}

/** The key of what a chain is that every installation has. */
export const defaultChainKey = (name: string) => `chain.does.${name}`;

/** What a chain is: of a default one in the language that is spoken, of another as it was written down. */
export function chainDescription({ name, inForce, inForceNumber, stored }: AuthChain, own: TellOwn): ToldOwn {
  const words = (inForce ?? stored)?.description ?? "";
  return inForceNumber === 0 ? own(defaultChainKey(name), words) : { words };
}

/** When a chain is taken, in words. */
export function selectorWords(selectors: readonly ChainSelector[], say: Say): string {
  if (selectors.length === 0) return say("chain.always");
  return selectors
    .map(({ expression, match, value }) => say(`chain.selector.${match}`, { fact: expression, value: value ?? "" }))
    .join("\n");
}
