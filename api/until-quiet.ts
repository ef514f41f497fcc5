import { setImmediate as turn } from "node:timers/promises";

const turnsMax = 1_000;
const quickMs = 0.2;

/** Waits for a turn of the event loop in which a count did not rise and next to nothing else happened; not longer than many turns. */
export async function untilQuiet(count: () => number): Promise<void> {
  // The first turn ends without a look at the network.
  await turn();
  for (let turns = 0; turns < turnsMax; turns += 1) {
    const [before, fromMs] = [count(), performance.now()];
    await turn();
    if (count() === before && performance.now() - fromMs < quickMs) return;
  }
}
