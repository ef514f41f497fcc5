import { ruleMaxCharacters, ruleNumberMaxDigits } from "../../rule-limits.ts";
import { type Call, createMeasure, type Literal, type Placed, refuse } from "./call.ts";

const blanks = /[ \t\r\n]*/y;
const letters = /[A-Za-z]+/y;
const digits = /\d+/y;

/**
 * Reads the text of a rule from left to right, each character once.
 * @throws RuleFault
 */
export function callFromText(text: string): Call {
  if (text.length > ruleMaxCharacters) {
    const message = `A rule has at most ${ruleMaxCharacters} characters; this one has ${text.length}. Name classes instead of people.`;
    refuse(placeIn(text, ruleMaxCharacters), "", message);
  }
  const reader = new TextReader(text);
  const call = reader.call("", 1);
  reader.end(call.word);
  return call;
}

const wordExpected = "A rule begins with a word, as in any(1, manager).";
const argumentExpected = "A word such as class or user, a number or a name in single quotes is expected here.";

class TextReader {
  readonly #text: string;
  readonly #measure = createMeasure();
  #index = 0;

  constructor(text: string) {
    this.#text = text;
    this.#match(blanks);
  }

  /** Reads a word with its brackets, and the blanks behind them. */
  call(around: string, depth: number): Call {
    const at = this.#here();
    this.#measure(at, depth);
    const word = this.#match(letters);
    if (word === "") refuse(at, around, around === "" ? wordExpected : argumentExpected);
    this.#match(blanks);
    return { ...at, word, arguments: this.#take("(") ? this.#arguments(word, depth) : [] };
  }

  /** Refuses whatever follows. */
  end(word: string): void {
    if (this.#index === this.#text.length) return;
    refuse(
      this.#here(),
      word,
      `The rule ends behind the bracket of ${word}. Remove what follows, or put both into an all(…).`,
    );
  }

  #arguments(word: string, depth: number): (Call | Literal)[] {
    const found: (Call | Literal)[] = [];
    if (this.#take(")")) return found;
    do found.push(this.#argument(word, depth + 1));
    while (this.#take(","));
    if (!this.#take(")")) refuse(this.#here(), word, `A comma or the closing bracket of ${word}(…) is expected here.`);
    return found;
  }

  #argument(word: string, depth: number): Call | Literal {
    const at = this.#here();
    const isQuoted = this.#text[this.#index] === "'";
    const number = this.#match(digits);
    if (!isQuoted && number === "") return this.call(word, depth);
    this.#measure(at, depth);
    const value = isQuoted ? this.#quoted(at, word) : this.#number(number, at, word);
    this.#match(blanks);
    return { ...at, value };
  }

  #number(number: string, at: Placed, word: string): Literal["value"] {
    if (number.length > ruleNumberMaxDigits) {
      refuse(at, word, `A number has at most ${ruleNumberMaxDigits} digits. Write a smaller one.`);
    }
    const isShare = this.#text[this.#index] === "%";
    if (isShare) this.#index += 1;
    return isShare ? { percent: Number(number) } : Number(number);
  }

  #quoted(at: Placed, word: string): string {
    const from = this.#index + 1;
    let end = this.#text.indexOf("'", from);
    while (end !== -1 && this.#text[end + 1] === "'") end = this.#text.indexOf("'", end + 2);
    if (end === -1) {
      refuse(at, word, "This quote is not closed. Close it by '; a quote inside a name is written twice: ''.");
    }
    this.#index = end + 1;
    return this.#text.slice(from, end).replaceAll("''", "'");
  }

  /** Skips a character and the blanks behind it, if it stands here. */
  #take(character: string): boolean {
    if (this.#text[this.#index] !== character) return false;
    this.#index += 1;
    this.#match(blanks);
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#index += found.length;
    return found;
  }

  #here(): Placed {
    return placeIn(this.#text, this.#index);
  }
}

function placeIn(text: string, index: number): Placed {
  return {
    place: () => {
      const before = text.slice(0, index).split("\n");
      return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    },
  };
}
