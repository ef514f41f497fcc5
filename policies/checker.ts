import { policyMacroDepthMax, policyNodesMax } from "#domain/limits.ts";
import { nearestName } from "#domain/nearest-name.ts";

import type { Call, Expression, Kind } from "./expression-tree.ts";
import type { Finding, Position } from "./expression.ts";
import { type ArgumentType, type FunctionRule, functions, macros, type ValueType } from "./functions.ts";
import { principalFields } from "./principal.ts";
import type { ResourceFields } from "./resources.ts";

type Scope = ReadonlyMap<string, ValueType>;

/** Use of an expression. */
export interface ExpressionUse {
  /** Name of the expression in findings. */
  readonly subject: string;
  /** True if the expression has a caller, so that it may read `principal`. */
  readonly principal: boolean;
}

const asPolicy: ExpressionUse = { subject: "A policy", principal: true };

interface State {
  readonly use: ExpressionUse;
  readonly at: (part: Expression) => Position;
  readonly roots: Readonly<Record<string, Readonly<Record<string, ValueType>>>>;
  readonly findings: Finding[];
  nodes: number;
}

interface Surroundings {
  readonly state: State;
  /** Variables of the surrounding macros, by name. */
  readonly scope: Scope;
  readonly macroDepth: number;
}

/** Checks a parsed expression, by default a policy, against the fields it may read. An empty list means that it can be used. */
export function checkExpression(
  expression: Expression,
  fields: ResourceFields | null,
  at: (part: Expression) => Position,
  use: ExpressionUse = asPolicy,
): readonly Finding[] {
  const resource = Object.entries(fields ?? {}).map(([name, { type }]) => [name, type] as const);
  const roots = {
    ...(use.principal ? { principal: principalFields } : {}),
    ...(fields === null ? {} : { resource: Object.fromEntries(resource) }),
  };
  const state: State = { use, at, roots, findings: [], nodes: 0 };
  const type = typeOf(expression, { state, scope: new Map(), macroDepth: 0 });
  if (state.findings.length === 0 && type !== "bool") {
    report(state, expression, `${use.subject} must give true or false; this one gives a value of type ${type}.`);
  }
  if (state.nodes > policyNodesMax) {
    const message = `${use.subject} has at most ${policyNodesMax} nodes; this one has ${state.nodes}.`;
    return [{ line: 1, column: 1, message }];
  }
  return state.findings;
}

function typeOf(part: Expression, around: Surroundings): ValueType {
  const { state } = around;
  state.nodes++;
  // Beyond the limit only the excess itself matters.
  if (state.nodes > policyNodesMax) return "dyn";
  const kind = part.exprKind;
  switch (kind.case) {
    case "constExpr":
      return constantType(kind.value.constantKind.case, part, state);
    case "identExpr":
      return identifierType(kind.value.name, part, around);
    case "selectExpr":
      return selectType(kind.value, part, around);
    case "callExpr":
      return callType(kind.value, part, around);
    case "listExpr":
      for (const element of kind.value.elements) typeOf(element, around);
      return "list";
    case "comprehensionExpr":
      return macroType(kind.value, part, around);
    default:
      return report(state, part, "Messages and maps cannot be made in a policy.");
  }
}

const constantTypes: Readonly<Record<string, ValueType>> = {
  boolValue: "bool",
  stringValue: "string",
  int64Value: "number",
  doubleValue: "number",
  nullValue: "null",
};

function constantType(kind: string | undefined, part: Expression, state: State): ValueType {
  const message = "A constant must be a text, a number, true, false or null.";
  return constantTypes[kind ?? ""] ?? report(state, part, message);
}

function identifierType(name: string, part: Expression, { state, scope }: Surroundings): ValueType {
  const variable = scope.get(name);
  if (variable !== undefined) return variable;
  const message = Object.hasOwn(state.roots, name)
    ? `'${name}' stands only before a field: ${name}.<field>.`
    : unknown("name", name, [...Object.keys(state.roots), ...scope.keys()]);
  return report(state, part, message);
}

function selectType(select: Kind<"selectExpr">, part: Expression, around: Surroundings): ValueType {
  const { operand, field, testOnly } = select;
  const { state } = around;
  if (operand === undefined) return "dyn";
  const root = operand.exprKind.case === "identExpr" ? operand.exprKind.value.name : "";
  const isRoot = !around.scope.has(root) && Object.hasOwn(state.roots, root);
  const type = isRoot ? rootFieldType(root, field, part, state) : valueFieldType(operand, field, around);
  return testOnly ? "bool" : type;
}

function rootFieldType(root: string, field: string, part: Expression, state: State): ValueType {
  state.nodes++;
  const fields = state.roots[root] ?? {};
  if (Object.hasOwn(fields, field)) return fields[field] ?? "dyn";
  const known = Object.keys(fields).map((name) => `${root}.${name}`);
  return report(state, part, unknown("field", `${root}.${field}`, known));
}

function valueFieldType(operand: Expression, field: string, around: Surroundings): ValueType {
  const type = typeOf(operand, around);
  if (type === "map" || type === "dyn") return "dyn";
  return report(around.state, operand, `A value of type ${type} has no field '${field}'.`);
}

function callType(call: Call, part: Expression, around: Surroundings): ValueType {
  const { state } = around;
  const args = call.target === undefined ? call.args : [call.target, ...call.args];
  const types = args.map((arg) => typeOf(arg, around));
  const rule = Object.hasOwn(functions, call.function) ? functions[call.function] : undefined;
  if (rule === undefined || !mayUse(rule, state)) return report(state, part, unknownFunction(call.function, state));
  if (args.length !== rule.arguments.length) {
    report(state, part, `'${call.function}' takes ${rule.arguments.length} values, not ${args.length}.`);
  } else if (rule.form === "method" && call.target === undefined) {
    report(state, part, `'${call.function}' is written x.${call.function}(…).`);
  } else if (rule.form === "function" && call.target !== undefined) {
    report(state, part, `'${call.function}' is written ${call.function}(…).`);
  }
  for (const [index, arg] of args.entries()) checkArgument(rule.arguments[index], types[index], { part: arg, state });
  return rule.result ?? commonType(types.slice(1));
}

function checkArgument(
  wanted: ArgumentType = "any",
  type: ValueType = "dyn",
  { part, state }: { part: Expression; state: State },
): void {
  if (wanted === "any" || type === "dyn" || type === wanted) return;
  const what = wanted === "bool" ? "true or false" : "a list";
  report(state, part, `Here must stand ${what}, not a value of type ${type}.`);
}

function mayUse(rule: FunctionRule, { use }: State): boolean {
  return use.principal || rule.ofPrincipal !== true;
}

function unknownFunction(name: string, state: State): string {
  // The parser replaces macros; one that is left was not written as a macro.
  if (macros.includes(name)) return `'${name}' is written ${name === "has" ? "has(x.field)" : `list.${name}(x, …)`}.`;
  const usable = Object.entries(functions).filter(([, rule]) => rule.form !== "operator" && mayUse(rule, state));
  return unknown("function", name, [...usable.map(([known]) => known), ...macros]);
}

function commonType(types: readonly ValueType[]): ValueType {
  const [first = "dyn"] = types;
  return types.every((type) => type === first) ? first : "dyn";
}

function macroType(macro: Kind<"comprehensionExpr">, part: Expression, around: Surroundings): ValueType {
  const { state } = around;
  const macroDepth = around.macroDepth + 1;
  if (macroDepth > policyMacroDepthMax) {
    report(state, part, "A macro (all, exists, exists_one, filter, map) may not stand inside another.");
  }
  const { iterRange, accuInit, loopStep, result } = macro;
  if (iterRange === undefined || accuInit === undefined || loopStep === undefined || result === undefined) return "dyn";
  const range = typeOf(iterRange, around);
  if (range !== "list" && range !== "map" && range !== "dyn") {
    report(state, iterRange, `A macro runs over a list, not over a value of type ${range}.`);
  }
  const scope = new Map([...around.scope, [macro.accuVar, typeOf(accuInit, around)], [macro.iterVar, "dyn" as const]]);
  typeOf(loopStep, { state, scope, macroDepth });
  return typeOf(result, { state, scope, macroDepth });
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? `Known are: ${known.toSorted().join(", ")}.` : `Did you mean '${nearest}'?`;
  return `The ${what} '${name}' is not known here. ${hint}`;
}

function report(state: State, part: Expression, message: string): "dyn" {
  state.findings.push({ ...state.at(part), message });
  return "dyn";
}
