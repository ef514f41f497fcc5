import { readAllBrackets } from "#api/odata/syntax/brackets.ts";
import type { Cursor } from "#api/odata/syntax/cursor.ts";
import { checkLength, openCursor } from "#api/odata/syntax/grammar.ts";
import { readFilterSegment } from "#api/odata/syntax/member-path.ts";
import { expectIdentifier, takeName } from "#api/odata/syntax/names.ts";
import { decodedLength } from "#api/odata/syntax/source.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

import { checkOrder } from "./path-order.ts";
import { splitPath } from "./path-split.ts";
import type { PathSegment, ResourcePath } from "./path-tree.ts";

const rule = "resourcePath";
const keywords = new Set(["metadata", "batch", "entity", "all", "each", "count", "ref", "value", "query"] as const);
type Keyword = typeof keywords extends Set<infer Name> ? Name : never;

/**
 * Reads the path of an address below the service root, not decoded, without leading slash.
 * @throws ODataSyntaxError
 */
export function parsePath(text: string): ResourcePath {
  checkLength(text, rule);
  if (text === "") return { segments: [] };
  const mark = text.search(/[?#]/);
  if (mark >= 0) throw new ODataSyntaxError(rule, mark, `A '${text[mark]}' in a path is percent-encoded.`);
  const segments: PathSegment[] = [];
  let at = 0;
  for (const { from, to } of splitPath(text)) {
    if (from === to) throw new ODataSyntaxError(rule, at, "A segment of the path is empty.");
    const segment = text.slice(from, to);
    segments.push(readSegment(openCursor(segment, at, "plus"), segments.length === 0));
    at += decodedLength(segment) + 1;
  }
  checkOrder(segments, text.length);
  return { segments };
}

function readSegment(cursor: Cursor, first: boolean): PathSegment {
  const segment = cursor.text.startsWith("$") ? readDollar(cursor) : readName(cursor, first);
  cursor.expectEnd(rule);
  return segment;
}

function readName(cursor: Cursor, first: boolean): PathSegment {
  const at = cursor.place();
  const name = takeName(cursor);
  const bracket = cursor.text[cursor.index] === "(";
  if (name !== null && (bracket || cursor.atEnd()))
    return { kind: "name", name, qualified: name.includes("."), brackets: readAllBrackets(cursor, "literals"), at };
  if (first) cursor.fail(rule, "The name of an entity set, singleton, function or action is expected here.");
  cursor.index = cursor.text.length;
  return { kind: "text", text: cursor.text, at };
}

function readDollar(cursor: Cursor): PathSegment {
  const at = cursor.place();
  if (cursor.takeText("$filter")) return readFilterSegment(cursor, 0);
  if (cursor.takeText("$crossjoin")) return { kind: "crossjoin", sets: readSets(cursor), at };
  const name = cursor.text.slice(1);
  if (!isKeyword(name)) return cursor.fail(rule, `The segment '${cursor.text}' is not known.`);
  cursor.index = cursor.text.length;
  return { kind: name, at };
}

function isKeyword(name: string): name is Keyword {
  return (keywords as ReadonlySet<string>).has(name);
}

function readSets(cursor: Cursor): string[] {
  const sets: string[] = [];
  cursor.expect("(", "crossjoin");
  do sets.push(expectIdentifier(cursor, "entitySetName"));
  while (cursor.takeSeparator(","));
  cursor.expect(")", "crossjoin");
  return sets;
}
