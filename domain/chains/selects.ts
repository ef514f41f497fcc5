import type { Selector } from "./auth-chain.ts";

/** What is known of a sign-in when its chain is chosen, by the names that selectors use. */
export type ChainFacts = Readonly<Record<string, unknown>>;

/**
 * Whether a value counts as none (domain 7): undefined, null, an empty text, false, 0, an empty list. A list is judged by its first
 * element.
 */
export function isFalsy(value: unknown): boolean {
  const judged = firstOf(value);
  return judged === undefined || judged === null || judged === "" || judged === false || judged === 0;
}

/** Whether a selector matches: `set` and `notset` ask whether there is a value, `equal` and `notequal` which one it is. */
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

/** A selector in words, such as `client equal intranet`. */
export function selectorWords({ expression, match, value = "" }: Selector): string {
  return `${expression} ${match} ${value}`.trim();
}

function isEqual(fact: unknown, value: string | undefined): boolean {
  const judged = firstOf(fact);
  // What is no plain value is none that somebody could have written.
  const isPlain = ["string", "number", "boolean"].includes(typeof judged);
  return isPlain && String(judged) === value;
}

/** A value, or of a list its first element: by it a list is judged. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}
