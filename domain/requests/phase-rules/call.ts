import { ruleDepthMax, ruleNodesMax } from "../../rule-limits.ts";
import type { Percentage } from "./rule.ts";

/** Something that was read, and where it stands. */
export interface Placed {
  place(): string;
}

/** A number, a name or a share in a rule that was read. */
export interface Literal extends Placed {
  readonly value: number | string | Percentage;
}

/** A word with what stands in its brackets, before anybody knows what it means: text and data are both read to it. */
export interface Call extends Placed {
  readonly word: string;
  readonly arguments: readonly (Call | Literal)[];
}

/** A rule of the language that a text or data breaks: where, in which word, and how to mend it. */
export interface RuleFinding {
  readonly place: string;
  /** The word in which it stands. */
  readonly word: string;
  readonly message: string;
}

/** What a reader throws at the first fault; it does not leave this room. */
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

/** As much of a word as an error shows; nothing that is known is longer. */
export function shortened(word: string): string {
  return word.slice(0, 40);
}

/** Counts what is read of one rule, and refuses what is too much of it, or lies too deep. */
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
