import type { Expression } from "../query/bound-query.ts";
import { always, ge, lt } from "../query/condition.ts";

/** A lane of a run on one target: it has one chunk of orders in its hands at a time. */
export interface RunLane {
  readonly targetSystemKey: string;
  /** Name in the workflow of the run. */
  readonly name: string;
  /** Which of the orders of the target are its own. */
  readonly orders: Expression;
  /** Orders of one chunk. */
  readonly chunk: number;
}

/** Keys of orders are random, so about as many of them are below this as not. */
const middleKey = "8";

/** The lane that has all orders of a target. */
export function wholeLane(targetSystemKey: string, chunk: number): RunLane {
  return { targetSystemKey, name: targetSystemKey, orders: always, chunk };
}

/**
 * Two lanes that share the orders of a target: while the target works on what one has in its hands, the next chunk of the other is made
 * ready. An order belongs to the same one for as long as it is open.
 */
export function halfLanes(targetSystemKey: string, chunk: number): readonly RunLane[] {
  const half = { targetSystemKey, chunk };
  return [
    { ...half, name: `${targetSystemKey}/1`, orders: lt("key", middleKey) },
    { ...half, name: `${targetSystemKey}/2`, orders: ge("key", middleKey) },
  ];
}
