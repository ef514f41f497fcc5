import type { parse } from "@bufbuild/cel";

/** A parsed policy, or a part of one. */
export type Expression = ReturnType<typeof parse>["expr"];

/** Returns the inner parts of a part. Those of a macro are the list that it runs over and its step. */
export function partsOf({ exprKind: kind }: Expression): readonly Expression[] {
  if (kind.case === "listExpr") return kind.value.elements;
  const parts: (Expression | undefined)[] = [];
  if (kind.case === "selectExpr") parts.push(kind.value.operand);
  if (kind.case === "callExpr") parts.push(kind.value.target, ...kind.value.args);
  if (kind.case === "comprehensionExpr") parts.push(kind.value.iterRange, kind.value.loopStep);
  return parts.filter((part) => part !== undefined);
}

/** Content of a part of one kind. */
export type Kind<C extends Expression["exprKind"]["case"]> = Extract<
  Expression["exprKind"],
  { case: C; value: unknown }
>["value"];

/** A call of a function, a method or an operator. */
export type Call = Kind<"callExpr">;
