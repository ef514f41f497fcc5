import type { Expression } from "../query/bound-query.ts";
import { always, ge, lt } from "../query/condition.ts";

/** A lane of a run on one target: it has one chunk of items in its hands at a time. */
export interface RunLane {
  readonly targetSystemKey: string;
  /** Name of the lane in the workflow of the run. */
  readonly name: string;
  /** The condition of those items of the target that are its own. */
  readonly items: Expression;
  /** Items of one chunk. */
  readonly chunk: number;
}

/** Keys of items are random, so about as many of them are below this as not. */
const middleKey = "8";

/** Makes the lane that has all items of a target. */
export function wholeLane(targetSystemKey: string, chunk: number): RunLane {
  return { targetSystemKey, name: targetSystemKey, items: always, chunk };
}

/**
 * Makes two lanes that share the items of a target: while the target works on what one has in its hands, the next chunk of the other is made
 * ready. An item belongs to the same one for as long as it is open.
 */
export function halfLanes(targetSystemKey: string, chunk: number): readonly RunLane[] {
  const half = { targetSystemKey, chunk };
  return [
    { ...half, name: `${targetSystemKey}/1`, items: lt("key", middleKey) },
    { ...half, name: `${targetSystemKey}/2`, items: ge("key", middleKey) },
  ];
}
