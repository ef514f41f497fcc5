import type { Expression } from "#domain/query/bound-query.ts";

import type * as Tree from "../syntax/tree.ts";
import { failure, notSupported } from "./fail.ts";
import { placeOf, type Scope } from "./scope.ts";
import { asType, literal, typeOf } from "./value-types.ts";

type In = Extract<Tree.Expression, { kind: "in" }>;

/**
 * Binds `in`: with a list in brackets, a JSON array, or an alias of one.
 * @throws TYPES_INCOMPATIBLE
 * @throws QUERY_OPTION_NOT_SUPPORTED for a collection of the record
 */
export function bindIn(node: In, scope: Scope): Expression {
  const of = scope.bind(node.of, scope);
  const type = typeOf(of);
  const values = listOf(node, scope).map((value) => {
    const place = placeOf(scope, value.at);
    const bound = scope.bind(value, scope);
    if (bound.kind !== "literal") throw notSupported(place, "Anything but a literal in a list");
    return type === "null" ? bound : asType(bound, type, place);
  });
  return values.length === 0 ? literal("boolean", false) : { kind: "in", of, values };
}

function listOf(node: In, scope: Scope): readonly Tree.Expression[] {
  if (node.values !== null) return node.values;
  const list = resolved(node.collection, scope);
  if (list?.kind === "array") return list.items;
  const place = placeOf(scope, list?.at ?? node.at);
  if (list?.kind === "path") throw notSupported(place, "A collection behind 'in'");
  throw failure("QUERY_OPTION_INVALID", place, "behind 'in' stands a list, such as ('a','b').");
}

// `in @list` with @list=["a","b"]; an alias of an alias is not followed any further than there are aliases.
function resolved(node: Tree.Expression | null, scope: Scope): Tree.Expression | null {
  let value = node;
  for (let step = 0; step <= scope.aliases.size; step += 1) {
    if (value?.kind !== "path" || value.from === null || typeof value.from !== "object") return value;
    value = scope.aliases.get(value.from.name) ?? null;
  }
  return null;
}
