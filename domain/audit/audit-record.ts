import type { JsonValue } from "../json.ts";

/** One audit row with its place on the chain, in the form for a sink. */
export interface AuditRecord {
  readonly node: string;
  /** Position on the chain, from 1 without gaps per node: a receiver finds repetitions and gaps by it. */
  readonly position: number;
  /** Hash of the place; kept elsewhere it anchors the chain. */
  readonly hash: string;
  /** Milliseconds UTC. */
  readonly time: number;
  readonly operation: string;
  readonly result: string;
  /** Other columns of the row. */
  readonly [column: string]: JsonValue;
}
