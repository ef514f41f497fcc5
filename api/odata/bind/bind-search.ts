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

function bind(node: SearchExpression, spent: { terms: number }): Search {
  switch (node.kind) {
    case "and":
    case "or":
      return { kind: node.kind, of: node.of.map((part) => bind(part, spent)) };
    case "not":
      return { kind: "not", of: bind(node.of, spent) };
    case "word":
    case "phrase":
      spent.terms += 1;
      if (spent.terms > searchTermsMax) {
        const rule = `at most ${searchTermsMax} words and phrases may be searched for.`;
        throw failure("LIMIT_EXCEEDED", { target: "$search", at: node.at }, rule);
      }
      return { kind: "term", text: node.text };
  }
}
