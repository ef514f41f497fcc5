import type { Selector } from "./auth-chain.ts";

/** Facts of a sign-in at the selection of its chain, by the names that selectors use. */
export type ChainFacts = Readonly<Record<string, unknown>>;

/**
 * Returns true if a value counts as none (domain 7): undefined, null, an empty text, false, 0, an empty list. A list is judged by its
 * first element.
 */
export function isFalsy(value: unknown): boolean {
  const judged = firstOf(value);
  return judged === undefined || judged === null || judged === "" || judged === false || judged === 0;
}

/** Returns true if a selector matches: `set` and `notset` test whether there is a value, `equal` and `notequal` compare it. */
export function selects({ expression, match, value }: Selector, facts: ChainFacts): boolean {
  const fact = Object.hasOwn(facts, expression) ? facts[expression] : undefined;
  switch (match) {
    case "set":
      return !isFalsy(fact);
    case "notset":
      return isFalsy(fact);
    case "equal":
      return isEqual(fact, value);
    case "notequal":
      return !isEqual(fact, value);
  }
}

/** Returns a selector in words, such as `client equal intranet`. */
export function selectorWords({ expression, match, value = "" }: Selector): string {
  return `${expression} ${match} ${value}`.trim();
}

function isEqual(fact: unknown, value: string | undefined): boolean {
  const judged = firstOf(fact);
  // Nobody could have written a value that is not plain.
  const isPlain = ["string", "number", "boolean"].includes(typeof judged);
  return isPlain && String(judged) === value;
}

/** Returns a value, or the first element of a list, by which the list is judged. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}
