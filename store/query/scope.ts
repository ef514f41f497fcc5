import type { Expression, RelationStep } from "#domain/query/bound-query.ts";
import { isAlways, never } from "#domain/query/condition.ts";
import type { ColumnKind } from "#domain/resources/format/property.ts";

import { joinSql, name, raw, sql, type Sql } from "../sql/sql.ts";
import type { VisibleRows } from "./querying.ts";
import { relationOf, sourceOf, type Source, type SourceRelation } from "./sources.ts";
import { type UnitedPart, unitedParts, unitedTable } from "./united-rows.ts";

/** Rows of a FROM, with the to-one relations that were joined to them, each path once. */
export interface RowScope {
  readonly source: Source;
  /** Alias of their table in the statement. */
  readonly alias: string;
  /** True if there may be no row. */
  readonly optional: boolean;
  readonly joins: Map<string, RowScope>;
  readonly joined: Sql[];
  /** Table of the rows, if they belong to one of the tables that the source unites. */
  readonly part?: ReturnType<UnitedPart["rows"]> & Pick<UnitedPart, "table">;
}

/** Compiles a condition on the innermost of the rows in scope. */
export type CompileCondition = (condition: Expression, scopes: readonly RowScope[]) => Sql;

/** Maker of the scopes of one statement. */
export class ScopeMaker {
  readonly #visible: VisibleRows;
  readonly #condition: CompileCondition;
  #aliases = 0;

  constructor(visible: VisibleRows, condition: CompileCondition) {
    this.#visible = visible;
    this.#condition = condition;
  }

  /** Opens a scope over a source. */
  open(source: Source, letter = "t"): RowScope {
    return { source, alias: this.#alias(letter), optional: false, joins: new Map(), joined: [] };
  }

  /** Opens a scope over one of the tables that a source unites. */
  openPart(source: Source, { table, letter, rows }: UnitedPart): RowScope {
    const scope = this.open(source, letter);
    return { ...scope, part: { table, ...rows(scope.alias) } };
  }

  /** Returns an alias that no other table of the statement has. */
  #alias(letter: string): string {
    return `${letter}${this.#aliases++}`;
  }

  /** Returns the row policy as a condition; null if it shows every row. */
  policy(policy: string | null, rows: RowScope): Sql | null {
    const condition = policy === null ? null : (this.#visible.get(policy) ?? never);
    return condition === null || isAlways(condition) ? null : this.#condition(condition, [rows]);
  }

  /** Returns the scope to which steps over to-one relations lead from the rows of a scope; each path is joined once. */
  reach(scope: RowScope, via: readonly RelationStep[]): RowScope {
    let at = scope;
    let path = "";
    for (const step of via) {
      path += `/${step.relation}@${step.policy}`;
      const known = scope.joins.get(path);
      at = known ?? this.#join(scope, at, step);
      scope.joins.set(path, at);
    }
    return at;
  }

  #join(scope: RowScope, from: RowScope, { relation, policy }: RelationStep): RowScope {
    const link = relationOf(from.source, relation);
    const rows = this.open(sourceOf(link.source), "j");
    const same = sql`${name(link.to, rows.alias)} = ${name(link.from, from.alias)}`;
    const visible = this.policy(policy, rows);
    if (rows.joined.length > 0) throw new RangeError(`the policy '${policy}' follows a to-one relation`);
    const condition = visible === null ? same : sql`${same} AND ${visible}`;
    scope.joined.push(sql`LEFT JOIN ${name(rows.source.table)} ${raw(rows.alias)} ON ${condition}`);
    return { ...rows, optional: true };
  }

  /** Returns the rows of a relation as a FROM, and the column that ties them to the row in a scope. */
  related(link: SourceRelation, inner: RowScope): { readonly table: Sql; readonly column: Sql } {
    const table = tableOf(inner);
    if (link.through === undefined) return { table, column: name(link.to, inner.alias) };
    const between = this.#alias("x");
    const tie = sql`${name(link.to, inner.alias)} = ${name(link.through.to, between)}`;
    return {
      table: sql`${name(link.through.table)} ${raw(between)} JOIN ${table} ON ${tie}`,
      column: name(link.through.from, between),
    };
  }
}

/** Returns the table of the rows of a scope, with its alias. */
export function tableOf({ source, alias, part }: RowScope): Sql {
  const united = part === undefined ? unitedParts(source.name) : undefined;
  const table = united === undefined ? name(part?.table ?? source.table) : unitedTable(united);
  return sql`${table} ${raw(alias)}`;
}

/** Returns FROM and WHERE of the rows of a scope; must be called after all its expressions were compiled. */
export function fromWhere(scope: RowScope, table: Sql, conditions: readonly (Sql | null)[]): Sql {
  const where = scope.part?.where ?? null;
  const kept = [where === null ? null : raw(where), ...conditions].filter((condition) => condition !== null);
  const from = scope.joined.reduce((all, join) => sql`${all} ${join}`, table);
  return kept.length === 0 ? sql`FROM ${from}` : sql`FROM ${from} WHERE ${joinSql(kept, " AND ")}`;
}

/** A column of the rows in a scope. */
export interface ScopeColumn extends Sql {
  readonly nullable: boolean;
  readonly holds: ColumnKind;
}

/**
 * Returns a column of the rows in a scope.
 * @throws RangeError for an unknown column
 */
export function columnAt(rows: RowScope, column: string): ScopeColumn {
  const { source, alias, optional, part } = rows;
  const known = Object.hasOwn(source.columns, column) ? source.columns[column] : undefined;
  if (known === undefined) throw new RangeError(`the source '${source.name}' has no column '${column}'`);
  const { text, values } = part === undefined ? name(column, alias) : raw(part.columns[column] ?? "NULL");
  return { text, values, nullable: known.nullable || optional, holds: known.kind };
}
