import type { JsonValue } from "../json.ts";

/** One audit row with its place on the chain, as it leaves for a sink. */
export interface AuditRecord {
  readonly node: string;
  /** From 1 without gaps per node: by it a receiver knows what comes twice, and that nothing is missing. */
  readonly position: number;
  /** The hash of the place; kept elsewhere it anchors the chain. */
  readonly hash: string;
  /** Milliseconds UTC. */
  readonly time: number;
  readonly operation: string;
  readonly result: string;
  /** The row's further columns. */
  readonly [column: string]: JsonValue;
}
