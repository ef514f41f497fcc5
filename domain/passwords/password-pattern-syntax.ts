/** A pattern as a tree. */
export type PatternNode =
  | { readonly kind: "character"; readonly fits: (character: string) => boolean }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** Refusal of a pattern; the message names the rule that it breaks. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

const groupsMax = 20;
const repetitionsMaxDefault = 127;
const escape = /\\(?:[pP]\{[\w=]{1,40}\}|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[dDsSwWtnrfv]|[^\w])/uy;
const characterClass = /\[(?:[^\]\\]|\\.)*\]/uy;
const bounds = /\{(\d{1,3})(,(\d{1,3})?)?\}/y;

/**
 * Parses a regular expression: characters, classes, groups, choices, repetitions, `^` and `$`. Refuses constructs that need backtracking
 * (references to groups, lookahead and lookbehind).
 * @throws PatternError
 */
export function parsePattern(text: string, repetitionsMax = repetitionsMaxDefault): PatternNode {
  const reader = new PatternReader(text, repetitionsMax);
  const node = reader.choice(0);
  if (!reader.atEnd()) throw new PatternError("has a ) without its (");
  return node;
}

class PatternReader {
  readonly #text: string;
  readonly #repetitionsMax: number;
  #at = 0;

  constructor(text: string, repetitionsMax: number) {
    this.#text = text;
    this.#repetitionsMax = repetitionsMax;
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  choice(depth: number): PatternNode {
    const parts = [this.#sequence(depth)];
    while (this.#take("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.atEnd() && !"|)".includes(this.#next())) parts.push(this.#repeated(this.#atom(depth)));
    return { kind: "sequence", parts };
  }

  #atom(depth: number): PatternNode {
    if (this.#take("(")) return this.#group(depth + 1);
    if (this.#take("^")) return { kind: "start" };
    if (this.#take("$")) return { kind: "end" };
    if (this.#take(".")) return { kind: "character", fits: (character) => character !== "\n" };
    if (this.#next() === "[") return this.#native(characterClass, "has a [ without its ]");
    if (this.#next() === "\\")
      return this.#native(escape, "has an escape that is not taken, such as a reference to a group");
    if ("*+?{".includes(this.#next())) throw new PatternError(`has a ${this.#next()} that repeats nothing`);
    const [literal = ""] = this.#text.slice(this.#at);
    this.#at += literal.length;
    return { kind: "character", fits: (character) => character === literal };
  }

  #group(depth: number): PatternNode {
    if (depth > groupsMax) throw new PatternError(`has more than ${groupsMax} groups inside each other`);
    if (this.#next() === "?" && !this.#take("?:")) {
      throw new PatternError(
        "looks ahead or behind, or names a group; use ( or (?: only, and other rules for the rest",
      );
    }
    const node = this.choice(depth);
    if (!this.#take(")")) throw new PatternError("has a ( without its )");
    return node;
  }

  #repeated(part: PatternNode): PatternNode {
    const [min, max] = this.#bounds() ?? [1, 1];
    // Greedy and lazy repetition fit the same texts.
    if (min !== 1 || max !== 1) this.#take("?");
    if (!this.atEnd() && "*+?{".includes(this.#next()))
      throw new PatternError("repeats a repetition; put it in a group");
    return min === 1 && max === 1 ? part : { kind: "repeat", part, min, max };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take("*")) return [0, Infinity];
    if (this.#take("+")) return [1, Infinity];
    if (this.#take("?")) return [0, 1];
    if (this.#next() !== "{") return undefined;
    const [, least = "", comma, most] = this.#match(bounds, "has a { that is no count such as {2,5}");
    const min = Number(least);
    const max = comma === undefined ? min : most === undefined ? Infinity : Number(most);
    if (min > max) throw new PatternError(`has the count {${min},${max}}, which ends before it begins`);
    const countMax = this.#repetitionsMax;
    if (min > countMax || (max > countMax && max !== Infinity)) {
      throw new PatternError(`has a count above ${countMax}`);
    }
    return [min, max];
  }

  /** Parses a class or an escape; the engine's own rules judge it, one character at a time. */
  #native(shape: RegExp, fault: string): PatternNode {
    const [text] = this.#match(shape, fault);
    try {
      const one = new RegExp(`^${text}$`, "su");
      return { kind: "character", fits: (character) => one.test(character) };
    } catch {
      throw new PatternError(`has ${text}, which is no set of characters`);
    }
  }

  #match(shape: RegExp, fault: string): RegExpExecArray {
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#text);
    if (found === null) throw new PatternError(fault);
    this.#at = shape.lastIndex;
    return found;
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}
