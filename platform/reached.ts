import { channel } from "node:diagnostics_channel";

const points = channel("gatehouse.point");

/**
 * Notifies listeners in this process, on the channel `gatehouse.point`, that a point of the work is reached, such as a commit. It is a
 * failpoint, where a test ends the process without a warning; in ordinary operation there are no listeners.
 */
export function reached(work: string, point: string): void {
  if (points.hasSubscribers) points.publish(`${work} ${point}`);
}
