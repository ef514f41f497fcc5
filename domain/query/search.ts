import type { Expression, Search } from "./bound-query.ts";
import { lower } from "./code-points.ts";

/**
 * Returns a search as a condition: a term matches if any of the columns contains it, in any case. The path of a column of another row names
 * the relations that lead there: `account/shortId`.
 */
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
      arguments: [call("tolower", columnAt(column)), term],
    })),
  };
}

function call(name: "tolower", of: Expression): Expression {
  return { kind: "call", name, type: "string", arguments: [of] };
}

function columnAt(path: string): Expression {
  const names = path.split("/");
  // A caller who may see a row may find it by its name, even if the row that has the name is hidden.
  const via = names.slice(0, -1).map((relation) => ({ relation, policy: null }));
  return { kind: "column", type: "string", column: names.at(-1) ?? "", scope: 0, via };
}
