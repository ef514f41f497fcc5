import { tableClasses } from "../resources/format/table-classes.ts";
import { latestStamp } from "./column-stamps.ts";
import { beginsTenure, compareTenures } from "./merge-owned.ts";
import { isLeaving } from "./merge-row.ts";
import type { MergedTable } from "./merged-table.ts";
import { nodeOfOrigin, placeIn, type Vector } from "./origin.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";
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
  aheadOfTime: {
    description: "Its stamp is more than a day ahead of the clock of this node.",
    isFault: ({ stamps, life, tenure }, { now }) =>
      [latestStamp(stamps), life, tenure?.claim ?? ""].some((stamp) => stampedAt(stamp) > now + aheadMsMax),
  },
  foreignOwner: {
    description: "Its row belongs to another node than its origin.",
    isFault: isOfForeignOwner,
  },
  missingRow: {
    description: "The row that it changes has not arrived.",
    isFault: isAheadOfItsRow,
  },
} as const satisfies Readonly<Record<string, HeldReason>>;

/** Name of a reason to hold a change. */
export type HeldBecause = keyof typeof heldReasons;

/** Returns the reason to hold a change; undefined if it can be applied. */
export function heldBecause(change: ReplicatedChange, facts: ArrivalFacts): HeldBecause | undefined {
  const names = Object.keys(heldReasons) as HeldBecause[];
  return names.find((name) => heldReasons[name].isFault(change, facts));
}

function allows({ class: of }: MergedTable, operation: ReplicatedChange["operation"]): boolean {
  const { changes, removes } = tableClasses[of];
  return operation === "insert" || (operation === "update" ? changes : removes);
}

function isOfForeignOwner({ origin, tenure }: ReplicatedChange, { table, row }: ArrivalFacts): boolean {
  if (table?.class !== "owned") return false;
  if (tenure?.node !== nodeOfOrigin(origin)) return true;
  return row?.tenure !== undefined && compareTenures(tenure, row.tenure) === 0 && row.tenure.node !== tenure.node;
}

function isAheadOfItsRow(change: ReplicatedChange, { row, table }: ArrivalFacts): boolean {
  const { tenure, operation, life } = change;
  const isNewTenure =
    tenure !== undefined &&
    row?.tenure !== undefined &&
    compareTenures(tenure, row.tenure) > 0 &&
    table?.class === "owned";
  if (isNewTenure) return !beginsTenure(change);
  return operation === "update" && (row === undefined || life > row.life);
}
