import type { AuthChain, ChainSelector } from "../../api/model.ts";
import type { TellOwn, ToldOwn } from "../../messages/own-words.tsx";
import type { Say } from "../../messages/text.ts";

/** Returns the text about the active version of a chain. */
export function inForceWords({ inForceNumber: number }: AuthChain, say: Say): string {
  if (number === null) return say("chain.inForce.none");
  return number === 0 ? say("chain.inForce.default") : say("chain.inForce.version", { number });
}

/** Returns the key of the description of a built-in chain. */
export const defaultChainKey = (name: string) => `chain.does.${name}`;

/** Returns the description of a chain: for a built-in version in the language of the pages, otherwise as it is saved. */
export function chainDescription({ name, inForce, inForceNumber, stored }: AuthChain, own: TellOwn): ToldOwn {
  const words = (inForce ?? stored)?.description ?? "";
  return inForceNumber === 0 ? own(defaultChainKey(name), words) : { words };
}

/** Returns the text about the conditions of a chain. */
export function selectorWords(selectors: readonly ChainSelector[], say: Say): string {
  if (selectors.length === 0) return say("chain.always");
  return selectors
    .map(({ expression, match, value }) => say(`chain.selector.${match}`, { fact: expression, value: value ?? "" }))
    .join("\n");
}
