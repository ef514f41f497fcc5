import type { Expression } from "#domain/query/bound-query.ts";

import type { Navigation } from "../entity-set.ts";
import { navigationNamed } from "../model/model.ts";
import { columnOf, isFilterable, isSortable, propertyNamed, valueTypeOf } from "../model/types.ts";
import type { Property } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import { refuseFunction } from "./bind-call.ts";
import { bindCollection, misplaced } from "./bind-collection.ts";
import { choiceAt, conditionAt } from "./choice.ts";
import { failure, notSupported } from "./fail.ts";
import { checkOrderAllowed, refuseOrder } from "./order-allowed.ts";
import { columnAt, followable, type Position } from "./position.ts";
import { castType, unknownProperty } from "./resolve-name.ts";
import { placeOf, type Scope } from "./scope.ts";

type Segments = readonly Tree.MemberSegment[];

/**
 * Binds a path: to a column, over to-one relations, or to any, all or $count of a to-many relation. Where it is compared
 * with null (`nullable`), a to-one navigation at its end stands for the key of its entity.
 * @throws PROPERTY_UNKNOWN
 * @throws FILTER_NOT_ALLOWED
 * @throws ORDER_BY_NOT_ALLOWED
 * @throws QUERY_OPTION_NOT_SUPPORTED
 */
export function bindPath(node: Tree.MemberPath, scope: Scope, nullable = false): Expression {
  const named = namedValue(node, scope);
  if (named !== undefined) return named;
  const { position, rest } = startOf(node, scope);
  return walk(position, rest, { node, scope, nullable });
}

/** The path that is bound, and whether it may end at an entity. */
interface Walk {
  readonly node: Tree.MemberPath;
  readonly scope: Scope;
  readonly nullable: boolean;
}

// An alias or a computed name: its expression takes the place of the path.
function namedValue(node: Tree.MemberPath, scope: Scope): Expression | undefined {
  const [first, second] = node.segments;
  if (node.from !== null && typeof node.from === "object") {
    if (first !== undefined) throw notSupported(placeOf(scope, first.at), "A path behind an alias");
    return bindAlias(node.from, scope);
  }
  if (node.from !== null || first?.kind !== "name" || second !== undefined || scope.current !== 0) return undefined;
  const computed = first.brackets.length === 0 ? scope.computed.get(first.name) : undefined;
  if (computed === undefined) return undefined;
  const { target, ordering, calls, counted } = scope;
  // The rows around stay in scope, as they are when it is evaluated; their variables mean nothing in it.
  const levels = scope.levels.map((level) => ({ ...level, variable: null }));
  return scope.bind(computed.expression, { ...computed.scope, levels, target, ordering, calls, counted });
}

function bindAlias({ name, at }: Tree.ParameterAlias, scope: Scope): Expression {
  const place = placeOf(scope, at);
  const value = scope.aliases.get(name);
  if (value === undefined) {
    throw failure("QUERY_OPTION_INVALID", place, `@${name} has no value. Add the query option '@${name}=…'.`);
  }
  if (scope.openAliases.includes(name)) {
    throw failure("QUERY_OPTION_INVALID", place, `@${name} refers to itself. Give it a value.`);
  }
  return scope.bind(value, { ...scope, openAliases: [...scope.openAliases, name] });
}

function startOf(node: Tree.MemberPath, scope: Scope): { position: Position; rest: Segments } {
  const [first, ...others] = node.segments;
  if (node.from === "$root") throw notSupported(placeOf(scope, node.at), "$root in an expression");
  if (node.from === "$it" && scope.nested) throw notSupported(placeOf(scope, node.at), "$it inside $expand");
  if (node.from === null && first?.kind === "name" && !first.qualified && first.brackets.length === 0) {
    const level = scope.levels.findLastIndex(({ variable }) => variable === first.name);
    if (level >= 0) return { position: rowOf(scope, level), rest: others };
  }
  return { position: rowOf(scope, node.from === "$it" ? 0 : scope.current), rest: node.segments };
}

function rowOf(scope: Scope, level: number): Position {
  const { set, type } = scope.levels[level] as Scope["levels"][number];
  return { level, via: [], set, type };
}

function walk(start: Position, segments: Segments, path: Walk): Expression {
  let position = start;
  for (const [index, segment] of segments.entries()) {
    if (segment.kind !== "name") throw misplaced(segment, path.scope);
    const place = placeOf(path.scope, segment.at);
    if (segment.brackets.length > 0) refuseBrackets(segment, position, path.scope);
    if (segment.qualified) {
      position = { ...position, type: castType(path.scope.model, segment.name, position.type, place) };
      continue;
    }
    const property = propertyNamed(position.type, segment.name);
    if (property !== undefined) return bindProperty({ position, property, segments: segments.slice(index) }, path);
    const navigation = navigationNamed(position.set, segment.name);
    if (navigation === undefined) throw unknownProperty(segment.name, position, place);
    if (navigation.many) return manyRows({ position, navigation, segments: segments.slice(index + 1) }, path);
    const { relation, policy, set } = followable(navigation, place);
    if (path.scope.ordering) checkOrderAllowed(position, navigation.name, place);
    position = { ...position, via: [...position.via, { relation, policy }], set, type: set.type };
  }
  return endAtEntity(position, path);
}

function endAtEntity(position: Position, { node, scope, nullable }: Walk): Expression {
  const { property: name } = position.set.key;
  const key = propertyNamed(position.set.type, name);
  const type = key === undefined ? null : valueTypeOf(key);
  if (nullable && position.via.length > 0 && key !== undefined && type !== null) {
    return columnAt(position, columnOf(name, key) ?? name, type);
  }
  throw failure(
    "TYPES_INCOMPATIBLE",
    placeOf(scope, node.at),
    "this is an entity and no value. Name one of its properties.",
  );
}

function manyRows(
  { position, navigation, segments }: { position: Position; navigation: Navigation; segments: Segments },
  { node, scope }: Walk,
): Expression {
  const place = placeOf(scope, segments[0]?.at ?? node.at);
  if (scope.ordering) checkOrderAllowed(position, navigation.name, place);
  return bindCollection({ position, navigation, segments, place }, scope);
}

interface PropertyStart {
  readonly position: Position;
  readonly property: Property;
  /** Segments from the property on. */
  readonly segments: Segments;
}

function bindProperty(start: PropertyStart, { node, scope }: Walk): Expression {
  const { position } = start;
  let { property } = start;
  const names = [(start.segments[0] as Tree.NameSegment).name];
  for (const segment of start.segments.slice(1)) {
    const place = placeOf(scope, segment.at);
    if (property.collection) throw notSupported(place, `An expression over the list '${names.join("/")}'`);
    if (segment.kind !== "name") throw misplaced(segment, scope);
    const part = typeof property.type === "object" ? propertyNamed(property.type, segment.name) : undefined;
    if (part === undefined) throw unknownPart(segment, property, scope);
    property = part;
    names.push(segment.name);
  }
  if (property.cases !== undefined && !scope.ordering) return choiceAt(position, property.cases);
  if (property.condition !== undefined && !scope.ordering) return conditionAt(position, property.condition, scope);
  return bindValue({ position, property, names }, { node, scope });
}

interface NamedValue extends Pick<PropertyStart, "position" | "property"> {
  /** The property's name, behind those of the values that it is a part of. */
  readonly names: readonly string[];
}

function bindValue({ position, property, names }: NamedValue, { node, scope }: Pick<Walk, "node" | "scope">) {
  const name = names.at(-1) as string;
  const nested = names.length > 1;
  const place = placeOf(scope, node.at);
  const type = valueTypeOf(property);
  const column = columnOf(name, property, nested);
  if (type === null || column === null || !isFilterable(name, property, nested)) {
    if (scope.ordering) throw refuseOrder(position, names.join("/"), place);
    const rule = `'${names.join("/")}' is not kept in a way that an expression can name. Leave it out.`;
    throw failure("FILTER_NOT_ALLOWED", place, rule);
  }
  if (scope.ordering) {
    if (!isSortable(name, property, nested)) throw refuseOrder(position, names.join("/"), place);
    checkOrderAllowed(position, names.join("/"), place);
  }
  return columnAt(position, column, type);
}

function unknownPart(segment: Tree.NameSegment, { type }: Property, scope: Scope) {
  const place = placeOf(scope, segment.at);
  if (typeof type === "object" && type.open) return notSupported(place, `An expression over a part of ${type.name}`);
  return unknownProperty(segment.name, { type }, place);
}

function refuseBrackets(segment: Tree.NameSegment, position: Position, scope: Scope): never {
  const place = placeOf(scope, segment.at);
  if (navigationNamed(position.set, segment.name) !== undefined) throw notSupported(place, "A key in an expression");
  if (segment.qualified) throw notSupported(place, "A bound function in an expression");
  if (propertyNamed(position.type, segment.name) !== undefined) {
    throw failure("QUERY_OPTION_INVALID", place, `'${segment.name}' is a property and takes no brackets.`);
  }
  return refuseFunction(segment.name, place);
}
