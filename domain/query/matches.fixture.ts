import type { Expression } from "./bound-query.ts";
import { holds, type RowValues } from "./evaluate-expression.ts";

/** Returns the rows that a row has in a relation, by the relation's name. */
export type RelatedRows = (relation: string, row: RowValues) => readonly RowValues[];

const noRelations: RelatedRows = (relation) => {
  throw new RangeError(`the relation '${relation}' needs its rows`);
};

/** Returns true if a row fulfills a condition of the service itself. */
export function matches(condition: Expression, row: RowValues, relations: RelatedRows = noRelations): boolean {
  const related = (source: string, { relation }: { readonly relation: string }, owner: RowValues) => ({
    source,
    rows: relations(relation, owner),
  });
  return holds(condition, { rows: [{ source: "", row }], now: 0, related });
}
