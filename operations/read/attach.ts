import type { QueryResult, ResultRow } from "#domain/query/bound-query.ts";

import type { AttachContext as Attached, Values } from "../kernel/attachments.ts";
import type { ServiceContext } from "../kernel/context.ts";

/** Services for computed values, and the tables that define them. */
type AttachContext = Attached & Pick<ServiceContext, "tables">;

/** Computed values to add to the rows of a result, and to those of its expansions. */
export interface Attaching {
  /** Name of a function of `operations/tables/attachments.ts`. */
  readonly attachment: string | undefined;
  readonly wanted: readonly string[];
  readonly expand: readonly { readonly name: string; readonly attaching: Attaching }[];
}

/** Adds the wanted values of an attachment to rows. */
export async function attachValues(
  context: AttachContext,
  { attachment, wanted }: Pick<Attaching, "attachment" | "wanted">,
  rows: readonly Values[],
): Promise<readonly Values[]> {
  if (attachment === undefined || wanted.length === 0 || rows.length === 0) return rows;
  return context.tables.attach(attachment, context, rows, wanted);
}

/** Adds computed values to the rows of results, in one call per attachment and level. */
export async function attachTo(
  context: AttachContext,
  attaching: Attaching,
  results: readonly QueryResult[],
): Promise<readonly QueryResult[]> {
  const flat = results.flatMap(({ rows }) => rows);
  const values = await attachValues(
    context,
    attaching,
    flat.map((row) => row.values),
  );
  let rows: readonly ResultRow[] = flat.map(
    (row, index) => new CompletedRow(row, { values: values[index] ?? row.values }),
  );
  for (const { name, attaching: below } of attaching.expand) {
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

/** A row with added values. Its place in the order stays that of the row, and is still read only at the end of a page. */
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
