import type { parse } from "@bufbuild/cel";

/** A parsed policy, or a part of one. */
export type Expression = ReturnType<typeof parse>["expr"];

/** A call of a function, a method or an operator. */
export type Call = Extract<Expression["exprKind"], { case: "callExpr" }>["value"];
