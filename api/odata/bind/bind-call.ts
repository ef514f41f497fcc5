import { callsNestedMax } from "#domain/limits.ts";
import { nearestName } from "#domain/nearest-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";

import type * as Tree from "../syntax/tree.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import { constants, otherFunctions, type Signature, signatures } from "./functions.ts";
import { placeOf, type Scope } from "./scope.ts";
import { asType, describeType, incompatible, literal, typeOf } from "./value-types.ts";

type Call = Extract<Tree.Expression, { kind: "call" }>;

/**
 * Binds a call of a function, its arguments converted to the types of its parameters.
 * @throws FUNCTION_UNKNOWN
 * @throws QUERY_OPTION_NOT_SUPPORTED for a function of OData that is not compiled
 * @throws FILTER_TOO_DEEP
 * @throws TYPES_INCOMPATIBLE
 */
export function bindCall(node: Call, scope: Scope): Expression {
  const place = placeOf(scope, node.at);
  const name = node.name.toLowerCase();
  const constant = constants.get(name);
  if (constant !== undefined && node.arguments.length === 0) return literal("moment", constant);
  const signature = signatures.get(name) ?? refuseFunction(node.name, place);
  if (scope.calls >= callsNestedMax) {
    throw failure("FILTER_TOO_DEEP", place, `functions may nest at most ${callsNestedMax} levels deep.`);
  }
  const inner = { ...scope, calls: scope.calls + 1 };
  const bound = node.arguments.map((argument, index) =>
    bindArgument(scope.bind(argument, inner), signature.parameters[index] ?? [], placeOf(scope, argument.at)),
  );
  const type = signature.result === "same" ? typeOf(bound[0] as Expression) : signature.result;
  return { kind: "call", name: signature.name, type, arguments: bound };
}

/**
 * Refuses the name of a function that is not compiled.
 * @throws FUNCTION_UNKNOWN
 * @throws QUERY_OPTION_NOT_SUPPORTED
 */
export function refuseFunction(name: string, place: QueryPosition): never {
  if (otherFunctions.has(name.toLowerCase())) throw notSupported(place, `The function '${name}'`);
  const nearest = nearestName(name, signatures.keys());
  const hint = nearest === undefined ? "Leave it out." : `Did you mean '${nearest}'?`;
  throw failure("FUNCTION_UNKNOWN", place, `there is no function '${name.slice(0, 100)}'. ${hint}`);
}

function bindArgument(argument: Expression, types: Signature["parameters"][number], place: QueryPosition): Expression {
  const own = typeOf(argument);
  if (types.includes(own)) return argument;
  const [wanted] = types;
  if (wanted === undefined) return argument;
  if (own === "null") throw failure("TYPES_INCOMPATIBLE", place, `null is not ${describeType(wanted)}.`);
  // A number with a fraction is no position in a text.
  if (wanted === "integer") throw incompatible(own, wanted, place);
  return asType(argument, wanted, place);
}
