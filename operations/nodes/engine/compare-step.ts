import { setTimeout as sleep } from "node:timers/promises";

import type { RunningComparison } from "#domain/node-comparison.ts";
import { rangesMax } from "#domain/node-limits.ts";
import { isSameVector } from "#domain/replication/differences.ts";
import { comparedTables } from "#store/replication/comparison.ts";
import type { Difference } from "#store/replication/differences.ts";
import { isTable, type TableName } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { askRanges } from "./ask-compared.ts";
import { compareRange } from "./compare-range.ts";
import type { KnownNode } from "./known-node.ts";

type Parts = Pick<ServiceContext, "store" | "clock" | "ids">;

/** Part of a table that was compared. */
export interface ComparedPart {
  readonly table: TableName;
  /** True if it begins the table: what was found there before is replaced. */
  readonly isFirst: boolean;
  readonly differences: readonly Difference[];
  /** Rows here whose parent is missing; undefined until the table is done. */
  readonly orphans: readonly Difference[] | undefined;
}

/** Part of a comparison that one call does. */
export interface ComparedStep {
  readonly running: RunningComparison;
  readonly parts: readonly ComparedPart[];
  /** True if all tables are done. */
  readonly isOver: boolean;
}

/** Calls for ranges after which the rest is left for the next call. */
const callsMax = 100;
/** Trials, before a comparison begins, to find both nodes with the same changes. */
const triesMax = 5;
const restMs = 300;
const [firstTable] = comparedTables as [TableName, ...TableName[]];

/** Returns a comparison at its beginning. */
export function beginningAt(now: number): RunningComparison {
  return { startedAt: now, table: firstTable, after: "", rows: 0, differences: 0, undecided: 0, orphans: 0 };
}

/** Returns true if this node and another one know the same changes at some moment soon. */
export async function knowsTheSame(parts: Parts, node: KnownNode): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    // A range without any key, of which only the vector beside it is of interest.
    const { vector } = await askRanges(parts, node, { table: firstTable, after: "", ends: [""] });
    const own = await parts.store.replication.comparison.settled();
    if (own !== undefined && vector !== null && isSameVector(own, vector)) return true;
    if (tries === triesMax) return false;
    await sleep(restMs);
  }
}

/** Goes on with a comparison from where it stands. */
export async function compareStep(parts: Parts, node: KnownNode, from: RunningComparison): Promise<ComparedStep> {
  const done: ComparedPart[] = [];
  let running = isTable(from.table) && comparedTables.includes(from.table) ? from : beginningAt(from.startedAt);
  for (let calls = 0; calls < callsMax; calls += 1) {
    const table = running.table as TableName;
    const isFirst = running.after === "";
    const { found, next, rows, undecided } = await comparePart(parts, node, running);
    const orphans = next === null ? await parts.store.replication.comparison.orphans(table) : undefined;
    done.push({ table, isFirst, differences: found, orphans });
    const differences = running.differences + found.length;
    const missing = running.orphans + (orphans?.length ?? 0);
    running = { ...running, rows, undecided, differences, orphans: missing, after: next ?? "" };
    if (next !== null) continue;
    const following = comparedTables[comparedTables.indexOf(table) + 1];
    if (following === undefined) return { running, parts: done, isOver: true };
    running = { ...running, table: following };
  }
  return { running, parts: done, isOver: false };
}

/** Part of a table that one call for ranges covers. */
interface Part extends Pick<RunningComparison, "rows" | "undecided"> {
  readonly found: readonly Difference[];
  /** Key from which the table goes on; null if it is done. */
  readonly next: string | null;
}

/** Compares the next ranges of a table: as many as one call has. */
async function comparePart(parts: Parts, node: KnownNode, running: RunningComparison): Promise<Part> {
  const { after } = running;
  const table = running.table as TableName;
  const ranges = await parts.store.replication.comparison.ranges({ table, after }, rangesMax);
  const { hashes } = await askRanges(parts, node, { table, after, ends: ranges.map(({ upTo }) => upTo) });
  const found: Difference[] = [];
  let { rows, undecided } = running;
  let next: string | null = after;
  for (const [at, range] of ranges.slice(0, hashes.length).entries()) {
    rows += range.rows;
    next = range.upTo;
    if (range.hash === hashes[at]) continue;
    const compared = await compareRange(parts, node, { table, after: range.after, upTo: range.upTo });
    undecided += compared.undecided;
    for (const difference of compared.differences) found.push({ table, ...difference });
    if (compared.reached === null) continue;
    next = compared.reached;
    break;
  }
  return { rows, undecided, found, next };
}
