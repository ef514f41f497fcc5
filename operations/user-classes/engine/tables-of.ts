import type { Expression, RelationStep } from "#domain/query/bound-query.ts";
import { partsOf } from "#domain/query/parts-of.ts";
import { relationOf, type Source, sourceOf } from "#store/query/sources.ts";
import type { TableName } from "#store/tables.ts";

/** Returns the tables on which a condition on rows of a source depends. */
export function tablesOf(source: string, condition: Expression): readonly TableName[] {
  const tables = new Set<TableName>();
  const of = sourceOf(source);
  tables.add(of.table as TableName);
  collect(condition, [of], tables);
  return [...tables].toSorted();
}

/** Collects the tables of an expression; `scopes` are the sources of the rows in scope. */
function collect(expression: Expression, scopes: readonly Source[], tables: Set<TableName>): void {
  if (!("via" in expression)) {
    for (const part of partsOf(expression)) collect(part, scopes, tables);
    return;
  }
  const row = scopes[expression.scope];
  if (row === undefined) throw new RangeError(`there is no row ${expression.scope} in scope`);
  const reached = expression.via.reduce((from, step) => follow(from, step, tables), row);
  if (expression.kind === "column") return;
  const inside = follow(reached, expression, tables);
  if (expression.where !== null) collect(expression.where, [...scopes, inside], tables);
}

function follow(from: Source, { relation }: Pick<RelationStep, "relation">, tables: Set<TableName>): Source {
  const { source, through } = relationOf(from, relation);
  const to = sourceOf(source);
  tables.add(to.table as TableName);
  if (through !== undefined) tables.add(through.table);
  return to;
}
