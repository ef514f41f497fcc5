import type { Call, Expression } from "./expression-tree.ts";

/** Macros of an expression as they were written, by the ID of the expression that replaces them. */
export type MacroCalls = Readonly<Record<string, Expression>>;

/** Writes a part of an expression as text; every operator inside another one is in brackets. */
export function printExpression(part: Expression, macros: MacroCalls): string {
  const written = macros[String(part.id)];
  if (written !== undefined) return printExpression(written, macros);
  const print = (inner: Expression): string => printExpression(inner, macros);
  const kind = part.exprKind;
  switch (kind.case) {
    case "constExpr":
      return kind.value.constantKind.case === "nullValue" ? "null" : printConstant(kind.value.constantKind.value);
    case "identExpr":
      return kind.value.name;
    case "selectExpr": {
      const { operand, field, testOnly } = kind.value;
      const path = `${operand === undefined ? "" : print(operand)}.${field}`;
      return testOnly ? `has(${path})` : path;
    }
    case "callExpr":
      return printCall(kind.value, print);
    case "listExpr":
      return `[${kind.value.elements.map(print).join(", ")}]`;
    default:
      return "…";
  }
}

function printConstant(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "bigint" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "…";
}

function printCall({ function: name, target, args }: Call, print: (part: Expression) => string): string {
  const inner = (part: Expression | undefined): string => {
    if (part === undefined) return "";
    return isOperator(part) ? `(${print(part)})` : print(part);
  };
  const [first, second, third] = args;
  if (name === "_?_:_") return `${inner(first)} ? ${inner(second)} : ${inner(third)}`;
  if (name === "_[_]") return `${inner(first)}[${second === undefined ? "" : print(second)}]`;
  if (name === "@in") return `${inner(first)} in ${inner(second)}`;
  const binary = /^_(.+)_$/.exec(name)?.[1];
  if (binary !== undefined) return `${inner(first)} ${binary} ${inner(second)}`;
  const unary = /^([!-])_$/.exec(name)?.[1];
  if (unary !== undefined) return `${unary}${inner(first)}`;
  return `${target === undefined ? "" : `${inner(target)}.`}${name}(${args.map(print).join(", ")})`;
}

function isOperator(part: Expression): boolean {
  const kind = part.exprKind;
  return kind.case === "callExpr" && /^[_!@-]/.test(kind.value.function) && kind.value.function !== "_[_]";
}
