import { channel } from "node:diagnostics_channel";

const points = channel("gatehouse.point");

/**
 * Tells those who listen in this process, on the channel `gatehouse.point`, that a point of the work is reached, such as a commit: a failpoint, where a test ends the process
 * without a warning. In ordinary operation nobody listens.
 */
export function reached(work: string, point: string): void {
  if (points.hasSubscribers) points.publish(`${work} ${point}`);
}
