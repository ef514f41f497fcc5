import type { JsonValue } from "../json.ts";

/** One audit row with its place on the chain, in the form for a sink. */
export interface AuditRecord {
  readonly node: string;
  /** Position on the chain, from 1 without gaps per node: it shows a receiver repetitions and gaps. */
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
