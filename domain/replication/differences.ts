import { columnStamp, latestStamp } from "./column-stamps.ts";
import { knownUpTo, type Vector } from "./origin.ts";
import type { ReplicatedChange } from "./replicated-change.ts";

/** Kinds of differences between the rows of two nodes; the parent of an orphan is missing. */
export const differenceKinds = ["differs", "missingHere", "missingThere", "orphan"] as const;

/** Kind of a difference. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** Difference of one row of two nodes. */
export interface RowDifference {
  readonly key: string;
  readonly kind: DifferenceKind;
  readonly columns: readonly string[];
  readonly ownStamp: string | null;
  readonly otherStamp: string | null;
}

type ComparedRow = Pick<ReplicatedChange, "key" | "values" | "stamps" | "life" | "tenure">;

/** Returns true if two nodes know the same changes of each origin. */
export function isSameVector(one: Vector, other: Vector): boolean {
  return [...Object.keys(one), ...Object.keys(other)].every(
    (origin) => knownUpTo(one, origin) === knownUpTo(other, origin),
  );
}

/** Returns the differences of the rows of one range at two nodes that know the same changes. */
export function differencesOf(own: readonly ComparedRow[], others: readonly ComparedRow[]): readonly RowDifference[] {
  const there = new Map(others.map((row) => [row.key, row]));
  const here = new Set(own.map(({ key }) => key));
  const found = own.flatMap((row): readonly RowDifference[] => {
    const other = there.get(row.key);
    const ownStamp = latestStamp(row.stamps);
    if (other === undefined) return [{ key: row.key, kind: "missingThere", columns: [], ownStamp, otherStamp: null }];
    const columns = differing(row, other);
    return columns.length === 0
      ? []
      : [{ key: row.key, kind: "differs", columns, ownStamp, otherStamp: latestStamp(other.stamps) }];
  });
  const missing = others
    .filter(({ key }) => !here.has(key))
    .map(({ key, stamps }): RowDifference => ({
      key,
      kind: "missingHere",
      columns: [],
      ownStamp: null,
      otherStamp: latestStamp(stamps),
    }));
  return [...found, ...missing];
}

/** Returns the columns in which two rows differ, by value or by stamp; `homeNode` stands for the node that writes them. */
function differing(own: ComparedRow, other: ComparedRow): readonly string[] {
  const names = [...new Set([...Object.keys(own.values), ...Object.keys(other.values)])];
  const columns = names.filter(
    (name) =>
      own.values[name] !== other.values[name] ||
      columnStamp(own.stamps, name, name) !== columnStamp(other.stamps, name, name),
  );
  const isOtherHome = own.tenure?.node !== other.tenure?.node || own.tenure?.epoch !== other.tenure?.epoch;
  if (isOtherHome) return [...columns, "homeNode"];
  return columns.length === 0 && own.life !== other.life ? ["life"] : columns;
}
