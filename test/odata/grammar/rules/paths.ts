import { readBrackets, readNamedValue } from "#api/odata/syntax/brackets.ts";
import type { Brackets } from "#api/odata/syntax/tree.ts";

import { parsePath } from "../parse-path.ts";
import type { PathSegment, ResourcePath } from "../path-tree.ts";
import { shifted } from "../shifted.ts";
import { byPattern, forRules, refuse, type RuleReader, type RuleTable, verbatim, where } from "./reader.ts";

const brackets = verbatim((cursor) => readBrackets(cursor, "literals")) as (text: string) => Brackets;

/** Rules of resource paths. */
export const pathRules: RuleTable = {
  resourcePath: where(parsePath, ({ segments }) => segments.length > 0),
  ...forRules(
    "crossjoin",
    single(({ kind }) => kind === "crossjoin"),
  ),
  ...forRules(
    "collectionNavigation collectionNavPath singleNavigation singleNavPath complexPath complexColPath",
    behind(),
  ),
  ...forRules("complexNavPath primitivePath collectionPath boundOperation", behind()),
  propertyPath: parsePath,
  keyPredicate: (text, rule) => (text.startsWith("/") ? behind()(text, rule) : key(text, rule)),
  simpleKey: where(brackets, ({ kind }) => kind === "single"),
  compoundKey: where(brackets, ({ kind }) => kind === "named"),
  keyValuePair: verbatim((cursor) => readNamedValue(cursor, "literals")),
  keyPathSegments: (text, rule) =>
    text.startsWith("/") ? behind()(text, rule) : refuse(rule, "'/' is expected here."),
  keyPathLiteral: (text, rule) => (text.includes("/") ? refuse(rule, "'/' is written %2F.") : framed(text, "X/")),
  filterInPath: last("filter"),
  each: last("each"),
  count: last("count"),
  ref: last("ref"),
  value: last("value"),
  querySegment: last("query"),
  ordinalIndex: byPattern(String.raw`\/-?\d+`),
  functionParameters: where(brackets, ({ kind }) => kind !== "single"),
  functionParameter: verbatim((cursor) => readNamedValue(cursor, "literals")),
  ...forRules(
    `entityFunctionImportCall entityColFunctionImportCall complexFunctionImportCall complexColFunctionImportCall
    primitiveFunctionImportCall primitiveColFunctionImportCall`,
    single((segment) => isCall(segment)),
  ),
  ...forRules(
    `boundEntityFunctionCall boundEntityColFunctionCall boundComplexFunctionCall boundComplexColFunctionCall
    boundPrimitiveFunctionCall boundPrimitiveColFunctionCall`,
    where(
      (text) => framed(text, "X/"),
      ({ segments: [, second] }) => second !== undefined && isCall(second),
    ),
  ),
};

const key: RuleReader = where(brackets, ({ kind }) => kind !== "none");

function isCall(segment: PathSegment): boolean {
  return segment.kind === "name" && segment.brackets.length === 1 && segment.brackets[0]?.kind !== "single";
}

// A text that cannot stand first is read after a name.
function framed(text: string, before = "X"): ResourcePath {
  return shifted(-before.length, () => parsePath(before + text));
}

function behind(): RuleReader {
  return (text, rule) => (/^(?:\/|\(|%28)/.test(text) ? framed(text) : refuse(rule, "'/' or '(' is expected here."));
}

function last(kind: PathSegment["kind"]): RuleReader {
  return where(
    (text) => framed(text),
    ({ segments }) => segments.length === 2 && segments[1]?.kind === kind,
  );
}

function single(holds: (segment: PathSegment) => boolean): RuleReader {
  return where(parsePath, ({ segments: [first, ...rest] }) => first !== undefined && rest.length === 0 && holds(first));
}
