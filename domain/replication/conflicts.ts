import type { Loss } from "./merged.ts";
import type { ColumnValue, MergedRow } from "./replicated-change.ts";

/** Table of the conflicts that a node knows; what is merged there makes no further ones. */
export const conflictTable = "replicationConflicts";

/** Place of a value. */
export interface Place {
  readonly table: string;
  readonly key: string;
  /** Column; the primary key for a whole row. */
  readonly column: string;
}

/** Conflict about one place: one row, however often values are lost there. */
export interface Conflict extends Place {
  readonly id: string;
  readonly kept: ColumnValue;
  readonly keptStamp: string;
  /** Value that was lost last; null for a secret, and for what was no value. */
  readonly lost: ColumnValue;
  readonly lostStamp: string;
  /** Number of times that a later value was lost. */
  readonly count: number;
  /** Loss that the last decision was about; empty while nobody has decided. */
  readonly settledStamp: string;
  readonly settled: "accepted" | "reverted" | null;
  /** Key of the user who decided; null while nobody has, and for the operator of a node. */
  readonly by: string | null;
}

const countDigits = 12;
const countForm = /^[0-9a-f]{12}$/;

/** Returns true if a stamp is that of the number of losses in a conflict: the number itself, so that the greater one stays. */
export function isCountStamp({ table, column }: Pick<Place, "table" | "column">, stamp: string): boolean {
  return table === conflictTable && column === "count" && countForm.test(stamp);
}

/** Returns the name of the conflict about a place, of which its ID is a hash: the same on every node that finds it. */
export function conflictName({ table, key, column }: Place): string {
  return `conflict\n${table}\n${key}\n${column}`;
}

/**
 * Returns the row of a conflict after a loss. Its columns have the stamps of what they tell, so rows that several nodes make of one loss
 * merge to one, and the last loss stays whatever arrives last.
 */
export function conflictAfter(
  before: MergedRow | undefined,
  place: Place & { readonly id: string },
  { kept, lost }: Loss,
): Pick<MergedRow, "values" | "stamps"> {
  const { lostStamp = "", count = 0 } = (before?.values ?? {}) as Partial<Conflict>;
  const counted = lost.stamp > lostStamp ? count + 1 : count;
  return {
    values: {
      ...place,
      kept: kept.value,
      keptStamp: kept.stamp,
      lost: lost.value,
      lostStamp: lost.stamp,
      count: counted,
    },
    stamps: {
      id: "",
      kept: kept.stamp,
      keptStamp: kept.stamp,
      lost: lost.stamp,
      lostStamp: lost.stamp,
      // The greater number stays, whichever node counted it.
      count: counted.toString(16).padStart(countDigits, "0"),
    },
  };
}

/** Returns the state of a conflict: a loss after the last decision opens it again. */
export function conflictState({
  lostStamp,
  settledStamp,
  settled,
}: Pick<Conflict, "lostStamp" | "settledStamp" | "settled">): "open" | "accepted" | "reverted" {
  return settled === null || lostStamp > settledStamp ? "open" : settled;
}

/** Returns what a decision about a conflict writes into its row. */
export function settledBy(
  { lostStamp }: Pick<Conflict, "lostStamp">,
  settled: "accepted" | "reverted",
  by: string | null,
): Pick<Conflict, "settledStamp" | "settled" | "by"> {
  return { settledStamp: lostStamp, settled, by };
}

/** Returns the change that brings a lost value back; undefined if it cannot be: the row is gone, or the value is not kept. */
export function reverting(
  { column, lost }: Pick<Conflict, "column" | "lost">,
  row: MergedRow | undefined,
): Readonly<Record<string, ColumnValue>> | undefined {
  if (row === undefined || row.removed !== undefined || !Object.hasOwn(row.values, column)) return undefined;
  return row.values[column] === lost ? undefined : { [column]: lost };
}
