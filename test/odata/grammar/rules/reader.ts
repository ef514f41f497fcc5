import type { Cursor } from "#api/odata/syntax/cursor.ts";
import { openCursor } from "#api/odata/syntax/grammar.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

/** Reads a whole text by a rule and returns its tree. */
export type RuleReader = (text: string, rule: string) => unknown;

/** Rules by their names in the OASIS ABNF. */
export type RuleTable = Readonly<Record<string, RuleReader>>;

/** Makes a reader of a rule of the query, where a plus is a blank. */
export function inQuery<T>(read: (cursor: Cursor, rule: string) => T): RuleReader {
  return (text, rule) => whole(openCursor(text, 0, "blank"), read, rule);
}

/** Makes a reader of a rule in which a plus is a plus: literals, names, paths. */
export function verbatim<T>(read: (cursor: Cursor, rule: string) => T): RuleReader {
  return (text, rule) => whole(openCursor(text, 0, "plus"), read, rule);
}

/** Makes a reader of a rule that a linear pattern describes in full; its text is not decoded. */
export function byPattern(pattern: string, flags = ""): RuleReader {
  const full = new RegExp(`^(?:${pattern})$`, flags);
  return (text, rule) => {
    if (!full.test(text)) refuse(rule, `This is no ${rule}.`);
    return { kind: rule, text };
  };
}

/** Makes a reader that also checks a condition of the tree. */
export function where<T>(
  read: (text: string, rule: string) => T,
  holds: (tree: T, rule: string) => boolean,
): RuleReader {
  return (text, rule) => {
    const tree = read(text, rule);
    if (!holds(tree, rule)) refuse(rule, `This is no ${rule}.`);
    return tree;
  };
}

/** Returns a table that has the same reader for several rules. */
export function forRules(names: string, reader: RuleReader): RuleTable {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reader]),
  );
}

/** Refuses a text by a rule. */
export function refuse(rule: string, message: string, position = 0): never {
  throw new ODataSyntaxError(rule, position, message);
}

function whole<T>(cursor: Cursor, read: (cursor: Cursor, rule: string) => T, rule: string): T {
  const tree = read(cursor, rule);
  cursor.expectEnd(rule);
  return tree;
}
