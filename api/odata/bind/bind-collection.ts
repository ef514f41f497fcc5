import type { ServiceError } from "#domain/errors.ts";
import { lambdaDepthMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";

import type { Navigation } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import { allOf, bindCondition } from "./condition.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import { conditionOf, followable, type Position } from "./position.ts";
import { castType } from "./resolve-name.ts";
import { type Level, placeOf, type Scope } from "./scope.ts";

/** A to-many navigation from a row, and the segments after it. */
interface Collection {
  readonly position: Position;
  readonly navigation: Navigation;
  readonly segments: readonly Tree.MemberSegment[];
  readonly place: QueryPosition;
}

type Last = Extract<Tree.MemberSegment, { kind: "any" | "all" | "count" }>;

/**
 * Binds any, all or $count over a navigation, optionally cast to a derived type first.
 * @throws QUERY_OPTION_INVALID if neither follows
 * @throws FILTER_TOO_DEEP
 */
export function bindCollection({ position, navigation, segments, place }: Collection, scope: Scope): Expression {
  const { relation, policy, set } = followable(navigation, place);
  const { type, last } = readSegments(segments, { navigation, type: set.type, place }, scope);
  if (scope.levels.length > lambdaDepthMax) {
    const rule = `any, all and $count may nest at most ${lambdaDepthMax} levels deep.`;
    throw failure("FILTER_TOO_DEEP", place, rule);
  }
  const level: Level = { set, type, variable: last.kind === "count" ? null : last.variable };
  const ofType = conditionOf(level, scope.levels.length);
  const where = restricted(last.kind, ofType, bindPredicate(last, level, scope));
  return { kind: last.kind, scope: position.level, via: position.via, relation, policy, where };
}

function readSegments(
  segments: Collection["segments"],
  { navigation, type, place }: { navigation: Navigation; type: StructuredType; place: QueryPosition },
  scope: Scope,
): { type: StructuredType; last: Last } {
  const [first, ...rest] = segments;
  if (first?.kind === "name" && first.qualified && first.brackets.length === 0) {
    const cast = castType(scope.model, first.name, type, placeOf(scope, first.at));
    return readSegments(rest, { navigation, type: cast, place }, scope);
  }
  if (first?.kind === "filter" || first?.kind === "annotation") throw misplaced(first, scope);
  if (first === undefined || first.kind === "name" || rest.length > 0) {
    const rule = `'${navigation.name}' leads to many entities. Continue it with /any(…), /all(…) or /$count.`;
    throw failure("QUERY_OPTION_INVALID", place, rule);
  }
  return { type, last: first };
}

/** Returns the error for a segment that cannot stand where it does. */
export function misplaced(segment: Tree.MemberSegment, scope: Scope): ServiceError {
  const place = placeOf(scope, segment.at);
  if (segment.kind === "annotation") return notSupported(place, "An annotation in an expression");
  if (segment.kind === "filter") return notSupported(place, "$filter as a segment");
  const rule = `${segment.kind === "count" ? "$count" : segment.kind} stands behind a navigation to many entities only.`;
  return failure("QUERY_OPTION_INVALID", place, rule);
}

function bindPredicate(last: Last, level: Level, scope: Scope): Expression | null {
  const levels = [...scope.levels, level];
  if (last.kind !== "count") {
    return last.predicate === null ? null : bindCondition(last.predicate, { ...scope, levels, ordering: false });
  }
  if (last.search !== null) throw notSupported(placeOf(scope, last.at), "$search inside $count");
  if (last.filter === null) return null;
  return bindCondition(last.filter, { ...scope, levels, current: levels.length - 1, ordering: false });
}

// `all` over the entities of a derived type ignores the others.
function restricted(kind: Last["kind"], ofType: Expression | null, where: Expression | null): Expression | null {
  if (kind !== "all" || ofType === null) return allOf([ofType, where]);
  return where === null ? null : { kind: "or", of: [{ kind: "not", of: ofType }, where] };
}
