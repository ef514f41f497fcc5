import { readJson, readJsonString } from "#api/odata/syntax/arrays-and-objects.ts";
import { readKeyValue } from "#api/odata/syntax/brackets.ts";
import { readExpression, takeOperator } from "#api/odata/syntax/expression.ts";
import { builtInFunctions } from "#api/odata/syntax/functions.ts";
import { openCursor } from "#api/odata/syntax/grammar.ts";
import { readLambda } from "#api/odata/syntax/member-path.ts";
import { expectIdentifier } from "#api/odata/syntax/names.ts";
import type { Expression, MemberPath } from "#api/odata/syntax/tree.ts";

import { shifted } from "../shifted.ts";
import { forRules, inQuery, refuse, type RuleReader, type RuleTable, where } from "./reader.ts";

const expression = inQuery((cursor) => readExpression(cursor, 0)) as (text: string, rule: string) => Expression;
const boolFunctions = ["endswith", "startswith", "contains", "geo.intersects", "hassubset", "hassubsequence"];
const functionOfRule: Readonly<Record<string, string>> = {
  distanceMethodCallExpr: "geo.distance",
  geoLengthMethodCallExpr: "geo.length",
  intersectsMethodCallExpr: "geo.intersects",
};

/** Rules of expressions. */
export const expressionRules: RuleTable = {
  ...forRules("commonExpr boolCommonExpr lambdaPredicateExpr parameterValue", expression),
  ...forRules(
    "firstMemberExpr memberExpr directMemberExpr",
    path(() => true),
  ),
  propertyPathExpr: path(({ from, segments: [first] }) => from === null && first?.kind === "name"),
  annotationExpr: path(
    ({ from, segments: [first] }) => typeof from === "object" && (from !== null || first?.kind === "annotation"),
  ),
  rootExpr: path(({ from }) => from === "$root"),
  implicitVariableExpr: path(({ from, segments }) => (from === "$it" || from === "$this") && segments.length === 0),
  inscopeVariableExpr: path(({ from, segments }) => (from === null ? segments.length === 1 : segments.length === 0)),
  ...forRules(
    "functionExpr boundFunctionExpr",
    path(({ segments }) => calls(segments)),
  ),
  parenExpr: where(
    (text, rule) => (expression(text, rule), text),
    (text) => /^(?:\(|%28)/.test(text),
  ),
  listExpr: (text, rule) => right(text, rule, { name: "in", before: "x in " }),
  negateExpr: kind("negate"),
  notExpr: kind("not"),
  isofExpr: kind("isof"),
  castExpr: kind("cast"),
  caseMethodCallExpr: kind("case"),
  methodCallExpr: where(expression, (tree) => tree.kind === "call" || tree.kind === "case"),
  boolMethodCallExpr: where(expression, (tree) => tree.kind === "call" && boolFunctions.includes(tree.name)),
  ...methodRules(),
  ...operatorRules(),
  anyExpr: lambda("any"),
  allExpr: lambda("all"),
  ...forRules("arrayOrObject array object", json()),
  stringInUrl: inQuery(readJsonString),
  parameterAlias: where(inQuery(readKeyValue) as (text: string) => { kind: string }, (tree) => tree.kind === "alias"),
  valueInUrl: where(
    (text, rule) => shifted(-1, () => inQuery(readJson)(`[${text}]`, rule) as Expression),
    (tree) => tree.kind === "array" && tree.items.length === 1,
  ),
};

function path(holds: (tree: MemberPath) => boolean): RuleReader {
  return where(expression, (tree) => tree.kind === "path" && holds(tree));
}

function calls(segments: MemberPath["segments"]): boolean {
  return segments.some((segment) => segment.kind === "name" && segment.brackets.length > 0);
}

function kind(wanted: Expression["kind"]): RuleReader {
  return where(expression, (tree) => tree.kind === wanted);
}

function json(): RuleReader {
  return inQuery((cursor, rule) => {
    cursor.skipBlanks();
    const tree = readJson(cursor);
    cursor.skipBlanks();
    return rule === "arrayOrObject" || tree.kind === rule ? tree : refuse(rule, `This is no ${rule}.`);
  });
}

function lambda(name: "any" | "all"): RuleReader {
  return inQuery((cursor, rule) => {
    const written = expectIdentifier(cursor, rule);
    return written.toLowerCase() === name ? readLambda(cursor, name, 0) : refuse(rule, `'${name}' is expected here.`);
  });
}

// `concatMethodCallExpr` and the like: the name of the function is in that of the rule.
function methodRules(): RuleTable {
  const special = Object.entries(functionOfRule);
  const names = [...builtInFunctions.keys()].filter((name) => !name.startsWith("geo."));
  const rules = [...special, ...names.map((name) => [`${name}MethodCallExpr`, name] as const)];
  return Object.fromEntries(
    rules.map(([rule, name]) => [rule, where(expression, (tree) => tree.kind === "call" && tree.name === name)]),
  );
}

// `andExpr` and the like begin with a blank and the operator.
function operatorRules(): RuleTable {
  const names = [
    "and",
    "or",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "in",
    "has",
    "add",
    "sub",
    "mul",
    "div",
    "divby",
    "mod",
  ];
  return Object.fromEntries(
    names.map((name) => [`${name}Expr`, (text: string, rule: string) => right(text, rule, { name })]),
  );
}

// A text that begins with an operator is read after a name.
function right(text: string, rule: string, { name, before = "x" }: { name: string; before?: string }): unknown {
  return shifted(-before.length, () => {
    const cursor = openCursor(before + text, 0, "blank");
    cursor.index = 1;
    if (takeOperator(cursor, 0)?.name !== name) cursor.fail(rule, `'${name}' is expected here, with blanks around it.`);
    return expression(before + text, rule);
  });
}
