import type { Expression } from "#domain/query/bound-query.ts";

import { bindCondition } from "./bind/condition.ts";
import { failure } from "./bind/fail.ts";
import { scopeOf } from "./bind/reading.ts";
import type { EntitySet } from "./entity-set.ts";
import { createModel } from "./model/model.ts";
import { parseCondition } from "./syntax/parse-condition.ts";
import { ODataSyntaxError } from "./syntax/syntax-error.ts";
import type * as Tree from "./syntax/tree.ts";

/**
 * Makes the function that binds conditions on the entities of one of the sets, in the language of $filter and apart from any call;
 * errors call them by `name`.
 */
export function createConditionReader(
  sets: readonly EntitySet[],
  set: EntitySet,
  name: string,
): (text: string) => Expression {
  const model = createModel(sets);
  const { type } = set;
  return (text) => {
    const scope = scopeOf({ model, aliases: new Map(), depth: 0 }, { set, type }, name, new Map());
    return bindCondition(parsed(text, name), scope);
  };
}

function parsed(text: string, target: string): Tree.Expression {
  try {
    return parseCondition(text);
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    throw failure("QUERY_OPTION_INVALID", { target, at: error.position }, `${error.message} (${error.rule})`);
  }
}
