import type { MergedRow } from "./replicated-change.ts";

/**
 * Returns the life of a row that is made now: it follows the removal that is known here, or else every removal that was forgotten here, so
 * that it is no earlier life to a node that has not forgotten.
 * @param forgotten latest stamp of a removal that was forgotten here; empty if none was
 */
export function lifeOfNew(before: Pick<MergedRow, "removed"> | undefined, forgotten: string): string {
  const { removed = "" } = before ?? {};
  return removed > forgotten ? removed : forgotten;
}
