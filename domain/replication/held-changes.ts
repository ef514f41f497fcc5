import { tableClasses } from "../resources/format/table-classes.ts";
import { columnStamp, latestStamp } from "./column-stamps.ts";
import { beginsTenure, compareTenures } from "./merge-owned.ts";
import { isLeaving } from "./merge-row.ts";
import type { MergedTable } from "./merged-table.ts";
import { isFormer, nodeOfOrigin, placeIn, type Vector } from "./origin.ts";
import { isForeign } from "./owned-parents.ts";
import type { ColumnValue, MergedRow, ReplicatedChange } from "./replicated-change.ts";
import { stampedAt } from "./stamp.ts";

/** Milliseconds by which a stamp may be ahead of the clock here; clocks differ by minutes, and what is held stands still. */
const aheadMsMax = 24 * 3_600_000;

/** Facts of a node when a change arrives. */
export interface ArrivalFacts {
  readonly vector: Vector;
  /** Tells the origins of the installation, the present and the former ones. */
  isOrigin(origin: string): boolean;
  /** Table of the change; undefined if there is none of this name. */
  readonly table: MergedTable | undefined;
  /** Row of the change, living or removed. */
  readonly row: MergedRow | undefined;
  /** Row to which a new one belongs, if it is known and the table is one of such rows. */
  readonly parent?: MergedRow | undefined;
  /** Time in milliseconds UTC. */
  readonly now: number;
}

type Fault = (change: ReplicatedChange, facts: ArrivalFacts) => boolean;

interface HeldReason {
  /** Words about the change, for those who look after the node. */
  readonly description: string;
  readonly isFault: Fault;
}

/**
 * Reasons to hold a change, in the order in which they are asked. Nothing behind it of the same origin is applied before it is, and
 * nothing is skipped.
 */
export const heldReasons = {
  unknownOrigin: {
    description: "Its origin is not a node of this installation.",
    isFault: ({ origin }, { isOrigin }) => !isOrigin(origin),
  },
  hole: {
    description: "An earlier change of its origin is missing.",
    isFault: (change, { vector }) => placeIn(vector, change) === "hole",
  },
  unknownTable: {
    description: "This version does not have its table: upgrade this node.",
    isFault: (_change, { table }) => table === undefined,
  },
  neverLeaves: {
    description: "Rows of its table never leave their node.",
    isFault: (_change, { table }) => table !== undefined && !isLeaving(table.class),
  },
  notAllowed: {
    description: "The class of its table does not allow it.",
    isFault: ({ operation }, { table }) => table !== undefined && !allows(table, operation),
  },
  unknownColumn: {
    description: "This version does not have one of its columns: upgrade this node.",
    isFault: ({ values }, { table }) => Object.keys(values).some((name) => !Object.hasOwn(table?.columns ?? {}, name)),
  },
  unfitValue: {
    description: "One of its values does not fit its column.",
    isFault: ({ values }, { table }) =>
      Object.entries(values).some(([name, value]) => !fits(table?.columns[name] ?? {}, value)),
  },
  aheadOfTime: {
    description: "Its stamp is more than a day ahead of the clock of this node.",
    isFault: ({ stamps, life, tenure }, { now }) =>
      [latestStamp(stamps), life, tenure?.claim ?? ""].some((stamp) => stampedAt(stamp) > now + aheadMsMax),
  },
  foreignOwner: {
    description: "Its row, or what that is a part of, belongs to another node than its origin.",
    isFault: isOfForeignOwner,
  },
  missingRow: {
    description: "The row that it changes has not arrived, or not as the change has seen it.",
    isFault: isAheadOfItsRow,
  },
  refused: {
    description: "The database refuses its row. The log of the service says why.",
    // Only the database can tell.
    isFault: () => false,
  },
  killed: {
    description: "The database has killed its transaction five times (NoKillRetry). The log of the service says why.",
    isFault: () => false,
  },
} as const satisfies Readonly<Record<string, HeldReason>>;

/** Name of a reason to hold a change. */
export type HeldBecause = keyof typeof heldReasons;

const reasonNames = Object.keys(heldReasons) as HeldBecause[];

/** Returns true if a change is held until this node is upgraded. */
export function needsUpgrade(reason: HeldBecause): boolean {
  return reason === "unknownTable" || reason === "unknownColumn";
}

/** Returns the reason to hold a change; undefined if it can be applied. */
export function heldBecause(change: ReplicatedChange, facts: ArrivalFacts): HeldBecause | undefined {
  return reasonNames.find((name) => heldReasons[name].isFault(change, facts));
}

function allows({ class: of }: MergedTable, operation: ReplicatedChange["operation"]): boolean {
  const { changes, removes } = tableClasses[of];
  return operation === "insert" || (operation === "update" ? changes : removes);
}

const numbers: ReadonlySet<string | undefined> = new Set(["integer", "time", "flag"]);

function fits(
  { kind, nullable, size = Infinity }: Partial<MergedTable["columns"][string]>,
  value: ColumnValue,
): boolean {
  if (value === null) return nullable !== false || kind === "json" || kind === "sealed";
  if (numbers.has(kind)) return typeof value === "number" && Number.isSafeInteger(value);
  return typeof value === "string" && (value.length <= size || [...value].length <= size);
}

function isOfForeignOwner({ origin, operation, tenure }: ReplicatedChange, facts: ArrivalFacts): boolean {
  const { table, row, parent } = facts;
  if (table?.class !== "owned") return false;
  if (tenure?.node !== nodeOfOrigin(origin)) return true;
  if (operation === "insert" && row === undefined && isForeign(tenure, parent?.tenure)) return true;
  return row?.tenure !== undefined && compareTenures(tenure, row.tenure) === 0 && row.tenure.node !== tenure.node;
}

function isAheadOfItsRow(change: ReplicatedChange, { row, table, vector }: ArrivalFacts): boolean {
  const { tenure, operation, life } = change;
  const isNewTenure =
    tenure !== undefined &&
    row?.tenure !== undefined &&
    compareTenures(tenure, row.tenure) > 0 &&
    table?.class === "owned";
  if (isNewTenure) return !beginsTenure(change);
  if (operation === "update" && (row === undefined || life > row.life)) return true;
  return row !== undefined && !isFormer(change.origin, vector) && hasSeenMore(change, row, table);
}

/**
 * Returns true if a change has replaced values that its row does not have yet: they travel in the other lane of their node. Only shared rows
 * are written in both lanes, and listed as conflicts where nobody had seen what was replaced.
 */
function hasSeenMore({ base, ...change }: ReplicatedChange, row: MergedRow, table: MergedTable | undefined): boolean {
  if (base === undefined || table?.class !== "shared" || row.removed !== undefined || change.life !== row.life)
    return false;
  const { primaryKey, columns } = table;
  // A removal has seen what its stamps name; columns of the node alone, and those that this version lacks, have not travelled.
  const travels = (name: string) => columns[name] !== undefined && columns[name].ofNode !== true;
  const replaced = Object.keys(change.operation === "remove" ? base : change.values).filter(travels);
  return replaced.some((name) => columnStamp(base, primaryKey, name) > columnStamp(row.stamps, primaryKey, name));
}
