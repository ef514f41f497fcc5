import { ruleDepthMax, ruleNodesMax } from "../../rule-limits.ts";
import type { Percentage } from "./rule.ts";

/** Part of a rule that was read, with its place. */
export interface Placed {
  place(): string;
}

/** Number, name or share in a rule that was read. */
export interface Literal extends Placed {
  readonly value: number | string | Percentage;
}

/** Word with its arguments, before its meaning is known; both text and data are read into it. */
export interface Call extends Placed {
  readonly word: string;
  readonly arguments: readonly (Call | Literal)[];
}

/** Fault in the text or data of a rule: its place, its word, and the way to mend it. */
export interface RuleFinding {
  readonly place: string;
  /** The word in which it stands. */
  readonly word: string;
  readonly message: string;
}

/** Error of a reader at the first fault; it does not leave this folder. */
export class RuleFault extends Error {
  override readonly name = "RuleFault";
  readonly finding: RuleFinding;

  constructor(finding: RuleFinding) {
    super(finding.message);
    this.finding = finding;
  }
}

/**
 * Refuses a rule at a place.
 * @throws RuleFault
 */
export function refuse(at: Placed, word: string, message: string): never {
  throw new RuleFault({ place: at.place(), word: shortened(word), message });
}

/** Cuts a word to the length that an error shows; no known word is longer. */
export function shortened(word: string): string {
  return word.slice(0, 40);
}

/** Returns a function that counts the nodes of one rule, and refuses those that are too many or too deep. */
export function createMeasure(): (at: Placed, depth: number) => void {
  let nodes = 0;
  return (at, depth) => {
    nodes += 1;
    if (depth > ruleDepthMax) refuse(at, "", `Words stand at most ${ruleDepthMax} deep inside each other. Nest less.`);
    if (nodes > ruleNodesMax) {
      refuse(
        at,
        "",
        `A rule has at most ${ruleNodesMax} words, names and numbers. Name a class instead of its people.`,
      );
    }
  };
}
