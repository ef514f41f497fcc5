import { covers, knownUpTo, type OriginPlace, type Vector } from "./origin.ts";
import type { MergedRow } from "./replicated-change.ts";

/** Returns true if every active peer has acknowledged a change, so that it can leave the log. A silent peer keeps it there. */
export function mayLeaveLog({ origin, seq }: OriginPlace, acknowledged: readonly Vector[]): boolean {
  return acknowledged.every((vector) => knownUpTo(vector, origin) >= seq);
}

/**
 * Returns true if what a removal left behind may go: all peers have acknowledged it, and all that they knew then has arrived, so no change
 * can come that did not know of it.
 */
export function mayForget(removal: OriginPlace, own: Vector, acknowledged: readonly Vector[]): boolean {
  return mayLeaveLog(removal, acknowledged) && acknowledged.every((vector) => covers(own, vector));
}

/**
 * Returns the life of a row that is made now: it follows the removal that is known here, or else every removal that was forgotten here, so
 * that it is no earlier life to a node that has not forgotten.
 * @param forgotten latest stamp of a removal that was forgotten here; empty if none was
 */
export function lifeOfNew(before: Pick<MergedRow, "removed"> | undefined, forgotten: string): string {
  const { removed = "" } = before ?? {};
  return removed > forgotten ? removed : forgotten;
}
