import type { Expression } from "#domain/query/bound-query.ts";
import { isAlways } from "#domain/query/condition.ts";

import type { Dialect } from "../sql/dialect.ts";
import type { Sql } from "../sql/sql.ts";
import type { TableName, ViewName } from "../tables.ts";
import { ExpressionCompiler } from "./compile-expression.ts";
import { fromWhere, tableOf } from "./scope.ts";
import { sourceOfTable } from "./sources.ts";

/** Rows of a table that a condition selects: FROM and WHERE, and the alias of the table there. */
export interface ChosenRows {
  readonly from: Sql;
  readonly alias: string;
}

const nobody = new Map<string, Expression>();

/** Compiles a condition of the service itself on the rows of a table; row policies do not apply. */
export function chosenRows(dialect: Dialect, table: TableName | ViewName, condition: Expression): ChosenRows {
  const compiler = new ExpressionCompiler({ dialect, visible: nobody });
  const scope = compiler.scopes.open(sourceOfTable(table));
  const where = isAlways(condition) ? null : compiler.condition(condition, [scope]);
  return { from: fromWhere(scope, tableOf(scope), [where]), alias: scope.alias };
}
