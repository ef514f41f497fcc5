import { filterNodesMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";

import type { EntitySet } from "../entity-set.ts";
import type { Model } from "../model/model.ts";
import type { StructuredType } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import { failure, type QueryPosition } from "./fail.ts";

/** Rows that names may refer to: those of the query, or of a collection inside any, all and $count. */
export interface Level {
  readonly set: EntitySet;
  readonly type: StructuredType;
  /** The lambda variable that means a row of it. */
  readonly variable: string | null;
}

/** A name that `$compute` defined, with the scope in which its expression is read. */
export interface ComputedName {
  readonly expression: Tree.Expression;
  readonly scope: Scope;
}

/** Names that an expression may use, and the number of its nodes so far. */
export interface Scope {
  readonly model: Model;
  /** The option that is read, such as `$filter`. */
  readonly target: string;
  /** The rows in scope; 0 is the row of the query. */
  readonly levels: readonly Level[];
  /** The level that a name without prefix means. */
  readonly current: number;
  /** True inside $expand, where `$it` is a row that this query does not have. */
  readonly nested: boolean;
  readonly aliases: ReadonlyMap<string, Tree.Expression>;
  /** Aliases that are being resolved around this place. */
  readonly openAliases: readonly string[];
  readonly computed: ReadonlyMap<string, ComputedName>;
  /** Number of functions around this place. */
  readonly calls: number;
  /** True if the expression orders; then the allow lists hold. */
  readonly ordering: boolean;
  /** Number of nodes that the expression has had so far. */
  readonly counted: { nodes: number };
  /** Binds an expression of the tree. It is a member so that the parts of the binder do not import each other in circles. */
  bind(node: Tree.Expression, scope: Scope): Expression;
}

/** Returns a position in the option that is read. */
export function placeOf(scope: Scope, at: number): QueryPosition {
  return { target: scope.target, at };
}

/**
 * Counts a node of the expression.
 * @throws FILTER_TOO_LARGE
 */
export function spendNode(scope: Scope, at: number): void {
  scope.counted.nodes += 1;
  if (scope.counted.nodes > filterNodesMax) {
    const rule = `an expression may have at most ${filterNodesMax} operators, functions, names and values. Ask for less at once.`;
    throw failure("FILTER_TOO_LARGE", placeOf(scope, at), rule);
  }
}

/** Returns the level of the rows that a name without prefix means. */
export function currentLevel(scope: Scope): Level {
  return scope.levels[scope.current] as Level;
}
