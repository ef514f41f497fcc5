import { syntaxDepthMax } from "#domain/limits.ts";

import type { Source } from "./source.ts";
import { ODataSyntaxError } from "./syntax-error.ts";
import type { Expression, OptionName, OptionTree } from "./tree.ts";

/** The rules that refer to each other across files. */
export interface Grammar {
  /** Reads a `commonExpr`. */
  readonly expression: (cursor: Cursor) => Expression;
  /** Reads options behind an opened bracket, divided by semicolons, and the closing bracket. */
  readonly options: (cursor: Cursor, allowed: ReadonlySet<OptionName | "alias">) => OptionTree;
}

const blank = 32;
const tab = 9;

/** A place in a decoded text, and the elementary steps forward. */
export class Cursor {
  readonly text: string;
  readonly grammar: Grammar;
  index = 0;
  /** True if `:` ends the expression being read, as behind a condition of `case`. */
  colonEnds = false;
  private readonly source: Source;
  private depth = 0;

  constructor(source: Source, grammar: Grammar) {
    this.source = source;
    this.text = source.text;
    this.grammar = grammar;
  }

  /** Returns the position of a character in the text that the parser was given, decoded. */
  place(index: number = this.index): number {
    return this.source.place(index);
  }

  /** Reports whether the character at the cursor was percent-encoded. */
  wasEscaped(): boolean {
    return this.source.wasEscaped(this.index);
  }

  /** Returns the code of the character at the cursor; NaN at the end. */
  peek(): number {
    return this.text.charCodeAt(this.index);
  }

  atEnd(): boolean {
    return this.index >= this.text.length;
  }

  /** Steps over a character if it stands here. */
  take(character: string): boolean {
    if (this.text[this.index] !== character) return false;
    this.index += 1;
    return true;
  }

  /**
   * Steps over a character that must stand here.
   * @throws ODataSyntaxError
   */
  expect(character: string, rule: string): void {
    if (!this.take(character)) this.fail(rule, `'${character}' is expected here.`);
  }

  /** Steps over a text if it stands here exactly. */
  takeText(text: string): boolean {
    if (!this.text.startsWith(text, this.index)) return false;
    this.index += text.length;
    return true;
  }

  /** Steps over blanks and tabs; returns whether there were any. */
  skipBlanks(): boolean {
    const from = this.index;
    let code = this.text.charCodeAt(this.index);
    while (code === blank || code === tab) code = this.text.charCodeAt(++this.index);
    return this.index > from;
  }

  /** Steps over a separator with blanks around it, if it stands here. */
  takeSeparator(character: string): boolean {
    const from = this.index;
    this.skipBlanks();
    if (this.take(character)) {
      this.skipBlanks();
      return true;
    }
    this.index = from;
    return false;
  }

  /**
   * Reads an item, and one more after each comma. Returns none if `end` stands here at once.
   * @throws the errors of `read`
   */
  list<T>(read: (cursor: Cursor) => T, end?: string): T[] {
    const items: T[] = [];
    if (end !== undefined && this.text[this.index] === end) return items;
    do items.push(read(this));
    while (this.takeSeparator(","));
    return items;
  }

  /**
   * Reads round brackets and their content, with blanks around it. A colon inside ends nothing outside.
   * @throws ODataSyntaxError
   */
  bracketed<T>(rule: string, read: (cursor: Cursor) => T): T {
    const { colonEnds } = this;
    this.colonEnds = false;
    this.enter(rule);
    this.expect("(", rule);
    this.skipBlanks();
    const inner = read(this);
    this.skipBlanks();
    this.expect(")", rule);
    this.leave();
    this.colonEnds = colonEnds;
    return inner;
  }

  /** Steps over the match of a sticky pattern and returns it; null if it does not match here. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.index = pattern.lastIndex;
    return found[0];
  }

  /**
   * Notes that something nested begins; `leave` notes its end.
   * @throws ODataSyntaxError when the nesting is too deep
   */
  enter(rule: string): void {
    this.depth += 1;
    if (this.depth > syntaxDepthMax)
      this.fail(rule, `This is nested more than ${syntaxDepthMax} levels deep. Nest less.`);
  }

  leave(): void {
    this.depth -= 1;
  }

  /**
   * Requires that nothing follows.
   * @throws ODataSyntaxError
   */
  expectEnd(rule: string): void {
    if (!this.atEnd()) this.fail(rule, "Nothing more is expected here. Remove it, or correct what stands before it.");
  }

  /** Refuses the text at this place. */
  fail(rule: string, message: string, index: number = this.index): never {
    throw new ODataSyntaxError(rule, this.place(index), message);
  }
}
