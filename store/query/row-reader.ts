import type {
  ComputedColumn,
  Expression,
  OrderClause,
  QueryResult,
  ResultRow,
  Scalar,
  ValueType,
} from "#domain/query/bound-query.ts";
import { fromReckoned } from "#domain/query/calendar.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

import type { Source } from "./sources.ts";

/** A row as the driver returns it; it belongs to the query and is changed in place. */
export type DriverRow = Record<string, unknown>;

/** A value besides the columns, under a name that belongs to the statement. */
export interface ExtraValue {
  /** Name in the driver's row. */
  readonly from: string;
  readonly name: string;
  readonly type: ValueType;
}

/** Names of extra values, which begin with a sign that no column's name has. */
export const extra = { computed: "$c", order: "$o", parent: "$p", place: "$n", total: "$t" } as const;

/** Turns a row of the driver into a row of a result, for one shape of query. */
export type RowReader = (row: DriverRow) => FoundRow;

const nothing: Readonly<Record<string, never>> = Object.freeze({});

/** A row of a result; its position is only read at the end of a page. */
export class FoundRow implements ResultRow {
  readonly values: DriverRow;
  readonly computed: Readonly<Record<string, Scalar>>;
  expanded: Record<string, QueryResult> = nothing;
  readonly #order: readonly ExtraValue[];

  constructor(values: DriverRow, computed: Readonly<Record<string, Scalar>>, order: readonly ExtraValue[]) {
    this.values = values;
    this.computed = computed;
    this.#order = order;
  }

  get position(): readonly Scalar[] {
    return this.#order.map((value) => extraOf(this.values, value));
  }
}

/** Makes the reader of a query's rows, which converts only what the driver returns in another form. */
export function createRowReader(
  source: Source,
  columns: readonly string[],
  computed: readonly ComputedColumn[],
  orderBy: readonly OrderClause[],
): RowReader {
  const flags = columns.filter((name) => source.columns[name]?.kind === "flag");
  const texts = columns.filter((name) => source.columns[name]?.kind === "json");
  const order = orderBy.map(({ expression }, index): ExtraValue => {
    const type = valueTypeOf(expression);
    if (!isOwnColumn(expression)) return { from: `${extra.order}${index}`, name: "", type };
    return { from: expression.column, name: expression.column, type };
  });
  const values = computed.map(({ name, expression }, index): ExtraValue => ({
    from: `${extra.computed}${index}`,
    name,
    type: valueTypeOf(expression),
  }));
  return (row) => {
    for (const name of flags) if (row[name] !== null) row[name] = row[name] === 1;
    for (const name of texts) if (row[name] !== null) row[name] = JSON.parse(row[name] as string);
    return new FoundRow(row, values.length === 0 ? nothing : computedOf(row, values), order);
  };
}

/** Returns true if an expression is a column of the row itself. */
export function isOwnColumn(expression: Expression): expression is Extract<Expression, { readonly kind: "column" }> {
  return expression.kind === "column" && expression.scope === 0 && expression.via.length === 0;
}

function computedOf(row: DriverRow, values: readonly ExtraValue[]): Record<string, Scalar> {
  const computed: Record<string, Scalar> = {};
  for (const value of values) computed[value.name] = extraOf(row, value);
  return computed;
}

function extraOf(row: DriverRow, { from, type }: ExtraValue): Scalar {
  const value = row[from] as Scalar;
  if (value === null || value === undefined) return null;
  if (type === "boolean") return value === true || Number(value) === 1;
  if (type === "string" || type === "guid" || type === "date") return value;
  return fromReckoned(type, Number(value));
}
