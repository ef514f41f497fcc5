import type { Expression } from "./bound-query.ts";

/** Indexes of the values that come with each call of a query: the key in its address, and the key of the caller. */
export const callParameters = { key: 0, caller: 1 } as const;

/** Matches rows whose column holds the key of the caller. */
export function isCaller(column: string): Expression {
  return {
    kind: "compare",
    operator: "eq",
    left: { kind: "column", type: "string", column, scope: 0, via: [] },
    right: { kind: "literal", type: "string", value: "", parameter: callParameters.caller },
  };
}
