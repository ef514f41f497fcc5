import type { Expression, Search } from "./bound-query.ts";
import { lower } from "./code-points.ts";

/** A search as a condition: a term is found where any of the columns contains it, in capital or small letters. */
export function searchCondition(search: Search, columns: readonly string[]): Expression {
  if (search.kind === "not") return { kind: "not", of: searchCondition(search.of, columns) };
  if (search.kind !== "term") return { kind: search.kind, of: search.of.map((part) => searchCondition(part, columns)) };
  const term: Expression = { kind: "literal", type: "string", value: lower(search.text) };
  return {
    kind: "or",
    of: columns.map((column) => ({
      kind: "call",
      name: "contains",
      type: "boolean",
      arguments: [call("tolower", { kind: "column", type: "string", column, scope: 0, via: [] }), term],
    })),
  };
}

function call(name: "tolower", of: Expression): Expression {
  return { kind: "call", name, type: "string", arguments: [of] };
}
