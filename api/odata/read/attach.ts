import type { QueryResult, ResultRow } from "#domain/query/bound-query.ts";
import type { CallContext } from "#operations/context.ts";

import type { Shape } from "../bind/bound-read.ts";

/** Adds what no column holds to the rows of results, in one call per set and level. */
export async function attachTo(
  context: CallContext,
  shape: Shape,
  results: readonly QueryResult[],
): Promise<readonly QueryResult[]> {
  if (!needsAttaching(shape)) return results;
  const flat = results.flatMap(({ rows }) => rows);
  const values = await attachValues(context, shape, flat);
  let rows: readonly ResultRow[] = flat.map(
    (row, index) => new CompletedRow(row, { values: values[index] ?? row.values }),
  );
  for (const { name, shape: below } of shape.expand) {
    if (!needsAttaching(below)) continue;
    const owners = rows.filter(({ expanded }) => expanded[name] !== undefined);
    const attached = await attachTo(
      context,
      below,
      owners.map(({ expanded }) => expanded[name] as QueryResult),
    );
    const byOwner = new Map(owners.map((owner, index) => [owner, attached[index] as QueryResult]));
    rows = rows.map((row) => {
      const result = byOwner.get(row);
      return result === undefined ? row : new CompletedRow(row, { expanded: { ...row.expanded, [name]: result } });
    });
  }
  let from = 0;
  return results.map((result) => {
    const own = rows.slice(from, from + result.rows.length);
    from += result.rows.length;
    return { ...result, rows: own };
  });
}

/** A row with more in it; its place in the order stays that of the row, and is still read only where a page ends. */
class CompletedRow implements ResultRow {
  readonly values: ResultRow["values"];
  readonly computed: ResultRow["computed"];
  readonly expanded: ResultRow["expanded"];
  readonly #row: ResultRow;

  constructor(row: ResultRow, { values = row.values, expanded = row.expanded }: Partial<ResultRow>) {
    this.values = values;
    this.computed = row.computed;
    this.expanded = expanded;
    this.#row = row;
  }

  get position(): ResultRow["position"] {
    return this.#row.position;
  }
}

/** Whether anything must be added to rows of this shape, or to what they expand. */
export function needsAttaching({ attached, expand }: Shape): boolean {
  return attached.length > 0 || expand.some(({ shape }) => needsAttaching(shape));
}

async function attachValues(context: CallContext, { set, attached }: Shape, rows: readonly ResultRow[]) {
  const values = rows.map((row) => row.values);
  if (attached.length === 0 || set.attach === undefined || rows.length === 0) return values;
  return set.attach(context, values, attached);
}
