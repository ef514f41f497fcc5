import { searchTermsMax } from "#domain/limits.ts";
import type { Search } from "#domain/query/bound-query.ts";

import type { SearchExpression } from "../syntax/tree.ts";
import { failure } from "./fail.ts";

/**
 * Binds a search.
 * @throws LIMIT_EXCEEDED
 */
export function bindSearch(node: SearchExpression): Search {
  return bind(node, { terms: 0 });
}

function bind(node: SearchExpression, counted: { terms: number }): Search {
  switch (node.kind) {
    case "and":
    case "or":
      return { kind: node.kind, of: node.of.map((part) => bind(part, counted)) };
    case "not":
      return { kind: "not", of: bind(node.of, counted) };
    case "word":
    case "phrase":
      counted.terms += 1;
      if (counted.terms > searchTermsMax) {
        const rule = `at most ${searchTermsMax} words and phrases may be searched for.`;
        throw failure("LIMIT_EXCEEDED", { target: "$search", at: node.at }, rule);
      }
      return { kind: "term", text: node.text };
  }
}
