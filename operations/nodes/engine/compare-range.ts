import { setTimeout as sleep } from "node:timers/promises";

import { comparedRowsMax } from "#domain/node-limits.ts";
import { differencesOf, isSameVector, type RowDifference } from "#domain/replication/differences.ts";
import { compareKeys } from "#domain/replication/key-order.ts";
import type { KeyRange } from "#store/replication/compared.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { askRows } from "./ask-compared.ts";
import type { KnownNode } from "./known-node.ts";

type Parts = Pick<ServiceContext, "store" | "clock" | "ids">;

/** Trials to read the rows of both nodes at a moment at which they know the same changes. */
const triesMax = 5;
const restMs = 200;
/** Pages after which a range with very many rows is left for the next call. */
const pagesMax = 10;

/** Differences of a range. */
export interface ComparedRange {
  readonly differences: readonly RowDifference[];
  /** Number of rows that were not compared, because changes kept coming. */
  readonly undecided: number;
  /** Key up to which it was compared; null for all of it. */
  readonly reached: string | null;
}

/** Compares the rows of a range with those of another node, row by row. */
export async function compareRange(parts: Parts, node: KnownNode, range: KeyRange): Promise<ComparedRange> {
  const differences: RowDifference[] = [];
  let [reached, undecided] = [range.after, 0];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await comparePage(parts, node, { ...range, after: reached });
    if (page.differences === undefined) undecided += page.rows;
    else differences.push(...page.differences);
    if (page.next === null) return { differences, undecided, reached: null };
    reached = page.next;
  }
  return { differences, undecided, reached };
}

interface Page {
  /** Differences of its rows; undefined if changes kept coming. */
  readonly differences: readonly RowDifference[] | undefined;
  readonly rows: number;
  /** Last key of the page; null if the range has no more. */
  readonly next: string | null;
}

async function comparePage(parts: Parts, node: KnownNode, range: KeyRange): Promise<Page> {
  const { comparison } = parts.store.replication;
  for (let tries = 1; ; tries += 1) {
    const theirs = await askRows(parts, node, { ...range, max: comparedRowsMax });
    const own = await comparison.rows(range, comparedRowsMax);
    // Both pages end with the key up to which both are known.
    const ends = [theirs, own].flatMap(({ isWhole, rows }) => (isWhole ? [] : [rows.at(-1)?.key ?? ""]));
    const next = ends.toSorted(compareKeys)[0] ?? null;
    const within = <T extends { readonly key: string }>(rows: readonly T[]) =>
      next === null ? rows : rows.filter(({ key }) => compareKeys(key, next) <= 0);
    const [here, there] = [within(own.rows), within(theirs.rows)];
    const isSame = own.vector !== undefined && theirs.vector !== undefined && isSameVector(own.vector, theirs.vector);
    if (isSame) return { differences: differencesOf(here, there), rows: here.length, next };
    if (tries === triesMax) return { differences: undefined, rows: Math.max(here.length, there.length), next };
    await sleep(restMs);
  }
}
