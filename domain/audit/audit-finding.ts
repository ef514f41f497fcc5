/** Findings of a check of the audit, with their meanings. */
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
 * Finding that is no damage: until the hashes of version 2, the service stored the input of a refused call otherwise than it had hashed it.
 * The row's own keyed hash proves that the service wrote it and that no one has changed it since.
 */
export const oldDefect = "rowMiswritten";

/** Kind of a finding. */
export type AuditFindingKind = keyof typeof auditFindings;

/** Rows of a node that an old defect has left behind. */
export interface OldDefectRange {
  readonly node: string;
  /** Number of rows. */
  readonly rows: number;
  /** First of their places on the chain; null if they have none yet. */
  readonly from: number | null;
  /** Last of their places on the chain; null if they have none yet. */
  readonly to: number | null;
}

/** An anchor of a place that a restore has lost: no damage, and no proof. */
export interface LostAnchor {
  readonly node: string;
  /** Place of the anchor. */
  readonly position: number;
  /** Time of the restore in milliseconds UTC. */
  readonly restoredAt: number;
  /** Last place before it that the restored database has; 0 if it has none. */
  readonly keptUpTo: number;
}

/** A fault of the audit. */
export interface AuditFinding {
  readonly kind: AuditFindingKind;
  readonly node: string;
  /** Place on the chain; null if the row has none. */
  readonly position: number | null;
  /** Key of the row in `sesslog_full`; null if it is unknown. */
  readonly rowKey: string | null;
}
