import type { Predicate } from "#domain/predicate.ts";
import type { Step } from "#domain/query/bound-query.ts";

import { compilePredicate } from "./predicate-sql.ts";
import type { VisibleRows } from "./querying.ts";
import type { Shape } from "./shape.ts";
import { relationOf, sourceOf, type Source, type SourceRelation } from "./sources.ts";
import { allHold, plain, quoted, sql, type Sql } from "./sql.ts";

/** A row in a statement: the alias of its table there. */
export interface Place {
  readonly source: Source;
  readonly alias: string;
  /** True where there may be no row. */
  readonly optional: boolean;
}

/** The rows of a FROM, with the to-one relations that were joined to them, each path once. */
export interface RowScope extends Place {
  readonly joins: Map<string, Place>;
  readonly joined: Sql[];
}

/** Makes the scopes of one statement. */
export class ScopeMaker {
  readonly #shape: Shape;
  readonly #visible: VisibleRows;
  #aliases = 0;

  constructor(shape: Shape, visible: VisibleRows) {
    this.#shape = shape;
    this.#visible = visible;
  }

  /** A scope over a source. */
  open(source: Source): RowScope {
    return { source, alias: this.alias("t"), optional: false, joins: new Map(), joined: [] };
  }

  /** A name that no other table of the statement has. */
  alias(letter: string): string {
    return `${letter}${this.#aliases++}`;
  }

  /** The row policy as a condition; null where it shows every row. */
  policy(name: string, place: Place): Sql | null {
    const predicate: Predicate = this.#visible.get(name) ?? { op: "false" };
    if (predicate.op === "true") return null;
    const part = compilePredicate(place.source.table, predicate, place.alias);
    const first = this.#shape.policies.get(name) ?? 0;
    return { text: part.text, slots: part.values.map((_, index) => first + index) };
  }

  /** Where steps over to-one relations lead from the rows of a scope; each path is joined once. */
  reach(scope: RowScope, via: readonly Step[]): Place {
    let at: Place = scope;
    let path = "";
    for (const step of via) {
      path += `/${step.relation}@${step.policy}`;
      const known = scope.joins.get(path);
      at = known ?? this.#join(scope, at, step);
      scope.joins.set(path, at);
    }
    return at;
  }

  #join(scope: RowScope, from: Place, { relation, policy }: Step): Place {
    const link = relationOf(from.source, relation);
    const place: Place = { source: sourceOf(link.source), alias: this.alias("j"), optional: true };
    const visible = this.policy(policy, place);
    const same = plain(`${place.alias}.${quoted(link.to)} = ${from.alias}.${quoted(link.from)}`);
    const condition = visible === null ? same : sql`${same} AND ${visible}`;
    scope.joined.push(sql`LEFT JOIN ${quoted(place.source.table)} ${place.alias} ON ${condition}`);
    return place;
  }

  /** The rows of a relation of the row at a place, as a FROM and the condition that ties them to it. */
  related(link: SourceRelation, inner: RowScope): { readonly table: Sql; readonly column: string } {
    const table = `${quoted(inner.source.table)} ${inner.alias}`;
    if (link.through === undefined) return { table: plain(table), column: `${inner.alias}.${quoted(link.to)}` };
    const between = this.alias("x");
    const { table: name, from, to } = link.through;
    const tie = `${inner.alias}.${quoted(link.to)} = ${between}.${quoted(to)}`;
    return {
      table: plain(`${quoted(name)} ${between} JOIN ${table} ON ${tie}`),
      column: `${between}.${quoted(from)}`,
    };
  }
}

/** FROM and WHERE of the rows of a scope; to be asked for after all its expressions were compiled. */
export function fromWhere(scope: RowScope, table: Sql, conditions: readonly (Sql | null)[]): Sql {
  const kept = conditions.filter((condition) => condition !== null);
  const from = scope.joined.reduce((all, join) => sql`${all} ${join}`, table);
  return kept.length === 0 ? sql`FROM ${from}` : sql`FROM ${from} WHERE ${allHold(kept)}`;
}

/**
 * A column of the row at a place, quoted.
 * @throws RangeError for an unknown column
 */
export function columnAt(place: Place, name: string): { readonly text: string; readonly nullable: boolean } {
  const column = Object.hasOwn(place.source.columns, name) ? place.source.columns[name] : undefined;
  if (column === undefined) throw new RangeError(`the source '${place.source.name}' has no column '${name}'`);
  return { text: `${place.alias}.${quoted(name)}`, nullable: column.nullable || place.optional };
}
