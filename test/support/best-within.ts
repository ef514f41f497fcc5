import { expect } from "vitest";

const attempts = 3;

/**
 * Compares a duration with a promised bound, and prints it. The best of three attempts counts, because a shared machine suspends a process
 * now and then; the first within the bound is the last.
 */
export async function expectBestWithin(boundMs: number, measure: () => Promise<number>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best >= boundMs; attempt++) best = Math.min(best, await measure());
  console.log(`  after ${best.toFixed(0)} ms (promised: ${boundMs} ms)`);
  expect(best).toBeLessThan(boundMs);
}
