import { benchSize } from "../bench-size.ts";
import { measureAfterCut } from "./after-cut.ts";
import { measureApply } from "./apply.ts";
import { measureBesideLoad } from "./beside-load.ts";
import { measureCapture } from "./capture.ts";
import { measureJoin, measureJoinOverHttp } from "./join.ts";
import { measurePropagation } from "./propagation.ts";

const sizes = benchSize(
  { rows: 500, writes: 100, changes: 10, rounds: 1, accounts: 500, loaded: 2_000, gathered: 3_000 },
  { rows: 20_000, writes: 3_000, changes: 300, rounds: 5, accounts: 100_000, loaded: 100_000, gathered: 200_000 },
);

/**
 * Measures the replication of two nodes: the apply of answers against plain inserts of the same rows in batches of the same size, a write of
 * a node that others know against one of a node alone, the time from a commit at one node to the commit at the other over HTTP, alone
 * and beside a load, how fast a node that joins takes the record, and how long two nodes take to be equal after a cut.
 */
export async function benchReplication(): Promise<string> {
  const lines = [
    await measureApply(sizes),
    await measureCapture(sizes),
    await measurePropagation(sizes),
    await measureJoin(sizes),
    await measureJoinOverHttp(sizes),
    await measureBesideLoad(sizes),
    await measureAfterCut(sizes),
  ];
  return lines.map((line) => `replication, ${line}`).join("\n");
}
