/** What a check of the audit may find, with what it means. */
export const auditFindings = {
  rowChanged: "The row is not what it was when it was put on the chain.",
  rowForged:
    "The row's own hash does not fit: it was changed before it was on the chain, or not written by the service.",
  rowMiswritten:
    "The service itself stored the input of a refused call otherwise than it hashed it: a known defect of earlier versions, no damage.",
  rowMissing: "The chain has a place for the row, but the row is gone.",
  rowSurplus: "The row is not on the chain and does not wait for a place there: it was put in by another hand.",
  placeMissing: "A place of the chain is gone.",
  placeChanged: "The place does not follow from the one before: it was changed, swapped or put in.",
  endMissing: "The chain ends before the place that its head names: its last places were removed.",
  endSurplus: "The chain goes on behind the place that its head names.",
  anchorBroken:
    "The chain has another hash at the place of the anchor: it was written anew since the anchor was taken.",
} as const satisfies Record<string, string>;

/**
 * The finding that is no damage: until the hashes of version 2, the service stored what a refused call had sent otherwise than it
 * had hashed it. The row's own keyed hash proves that the service wrote it and that nobody has changed it since.
 */
export const oldDefect = "rowMiswritten";

/** The kind of a finding. */
export type AuditFindingKind = keyof typeof auditFindings;

/** The rows of a node that an old defect has left behind. */
export interface OldDefectRange {
  readonly node: string;
  /** How many rows there are. */
  readonly rows: number;
  /** The first and the last of their places on the chain; null where they have none yet. */
  readonly from: number | null;
  readonly to: number | null;
}

/** An anchor that was taken of a place which a restore has lost: no damage, and no proof. */
export interface LostAnchor {
  readonly node: string;
  /** Place of the anchor. */
  readonly position: number;
  /** Moment of the restore, in milliseconds UTC. */
  readonly restoredAt: number;
  /** Last place before it that the restored database has; 0 where it has none. */
  readonly keptUpTo: number;
}

/** One thing that is wrong with the audit. */
export interface AuditFinding {
  readonly kind: AuditFindingKind;
  readonly node: string;
  /** The place on the chain; null where the row has none. */
  readonly position: number | null;
  /** The key of the row in `sesslog_full`; null where it is not known. */
  readonly rowKey: string | null;
}
