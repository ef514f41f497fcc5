import { expandRowsMax, parentKeysMax } from "#domain/limits.ts";
import type { BoundQuery, QueryResult } from "#domain/query/bound-query.ts";

import type { Database, SqlValue } from "../database.ts";
import type { ExpandPlan, ListStatement, QueryPlan } from "./compile-query.ts";
import { extra, type DriverRow, type FoundRow } from "./row-reader.ts";
import type { Sql } from "./sql.ts";

/** A plan with the values of one query. */
export interface Run {
  readonly database: Database;
  readonly values: readonly SqlValue[];
}

type Key = string | number;

/** Runs the statements of a query. */
export async function runPlan(query: BoundQuery, plan: QueryPlan, run: Run): Promise<QueryResult> {
  const [count, { rows, more }] = await Promise.all([
    query.count ? runCount(plan, run) : null,
    query.top === 0 ? { rows: [], more: false } : runPage(plan, query.top ?? expandRowsMax, run),
  ]);
  return { rows, more, count };
}

async function runPage(plan: QueryPlan, max: number, run: Run): Promise<Pick<QueryResult, "rows" | "more">> {
  const found = (await run.database.read(plan.rows.text, valuesOf(plan.rows, run))) as DriverRow[];
  const more = found.length > max;
  if (more) found.length = max;
  const rows = found.map((row) => plan.reader.read(row));
  await expandAll(plan.expand, rows, run);
  return { rows, more };
}

/** Runs the count of a query. */
export async function runCount({ count }: QueryPlan, run: Run): Promise<number> {
  const [row] = await run.database.read(count.text, valuesOf(count, run));
  return Number(row?.[extra.total] ?? 0);
}

function valuesOf({ slots }: Sql, { values }: Run): SqlValue[] {
  return slots.map((slot) => values[slot] ?? null);
}

async function expandAll(plans: readonly ExpandPlan[], rows: readonly FoundRow[], run: Run): Promise<void> {
  if (plans.length === 0 || rows.length === 0) return;
  for (const row of rows) row.expanded = {};
  await Promise.all(plans.map((plan) => expand(plan, rows, run)));
}

async function expand(plan: ExpandPlan, owners: readonly FoundRow[], run: Run): Promise<void> {
  const keys = [...new Set(owners.map((owner) => owner.values[plan.from] as Key | null))].filter((key) => key !== null);
  const gathered = new Gathered(plan);
  for (let from = 0; from < keys.length; from += parentKeysMax) {
    await gathered.add(keys.slice(from, from + parentKeysMax), run);
  }
  // A row may be found for several parents; its own relations are read once.
  await expandAll(plan.expand, gathered.rows, run);
  for (const owner of owners) owner.expanded[plan.item.name] = gathered.of(owner.values[plan.from] as Key | null);
}

interface Found {
  rows: FoundRow[];
  more: boolean;
  count: number | null;
}

/** What the statements of an expansion find, by parent. */
class Gathered {
  readonly rows: FoundRow[] = [];
  readonly #plan: ExpandPlan;
  readonly #byParent = new Map<Key, Found>();
  #cutFrom: Set<Key> | null = null;

  constructor(plan: ExpandPlan) {
    this.#plan = plan;
  }

  async add(keys: readonly Key[], run: Run): Promise<void> {
    if (this.#cutFrom !== null) {
      for (const key of keys) this.#cutFrom.add(key);
      return;
    }
    const { alone, rows, count, item } = this.#plan;
    const statements = alone !== null && keys.length === 1 ? alone : { rows, count };
    const [counts, found] = await Promise.all([
      statements.count === null ? [] : readList(statements.count, keys, run),
      readList(statements.rows, keys, run),
    ]);
    if (item.shape === "count") this.#takeCounts(found);
    else this.#takeRows(found, keys, statements === alone);
    this.#takeCounts(counts);
  }

  /** What was found for a parent. */
  of(key: Key | null): QueryResult {
    const counts = this.#plan.item.shape === "count" || this.#plan.item.query.count;
    const found = key === null ? undefined : this.#byParent.get(key);
    if (found !== undefined) return { ...found, count: counts ? (found.count ?? 0) : null };
    return { rows: [], more: key !== null && this.#cutFrom?.has(key) === true, count: counts ? 0 : null };
  }

  #foundOf(key: Key): Found {
    const known = this.#byParent.get(key);
    if (known !== undefined) return known;
    const made: Found = { rows: [], more: false, count: null };
    this.#byParent.set(key, made);
    return made;
  }

  #takeCounts(rows: readonly DriverRow[]): void {
    for (const row of rows) this.#foundOf(row[extra.parent] as Key).count = Number(row[extra.total]);
  }

  #takeRows(rows: readonly DriverRow[], keys: readonly Key[], alone: boolean): void {
    const room = expandRowsMax - this.rows.length;
    const { top, skip } = this.#plan.item.query;
    const numbered = this.#plan.alone !== null && !alone;
    for (const row of rows.length > room ? rows.slice(0, room) : rows) {
      const found = this.#foundOf(row[extra.parent] as Key);
      if (numbered && row[extra.total] !== undefined) found.count = Number(row[extra.total]);
      if (numbered && (row[extra.place] as number) <= skip) continue;
      if (top !== null && found.rows.length >= top) {
        found.more = top > 0;
        continue;
      }
      const read = this.#plan.reader.read(row);
      found.rows.push(read);
      this.rows.push(read);
    }
    if (rows.length > room) this.#cut(rows[room], keys, numbered);
  }

  /** Marks what may be missing after the last row that there was room for. */
  #cut(first: DriverRow | undefined, keys: readonly Key[], numbered: boolean): void {
    this.#cutFrom = new Set(keys);
    const { top } = this.#plan.item.query;
    for (const [key, found] of this.#byParent) {
      // Whole parents come one after the other: those before the one that was cut are complete.
      const last = numbered ? found.rows.length < (top ?? expandRowsMax) : key === first?.[extra.parent];
      if (last) found.more = true;
    }
  }
}

const listSizes = [1, 2, 5, 10, 25, 50, 100, 250, 500] as const;

/** Reads the rows of some parents. Lists are filled up to few sizes, so that few statements have to be prepared. */
async function readList(statement: ListStatement, keys: readonly Key[], run: Run): Promise<DriverRow[]> {
  const size = listSizes.find((one) => one >= keys.length) ?? keys.length;
  const last = keys.at(-1) ?? "";
  const list = keys.length === size ? keys : [...keys, ...Array.from({ length: size - keys.length }, () => last)];
  const text = statement.head.text + markLists.of(size) + statement.tail.text;
  const values = [...valuesOf(statement.head, run), ...list, ...valuesOf(statement.tail, run)];
  return run.database.read(text, values);
}

const markLists = {
  known: new Map<number, string>(),
  of(size: number): string {
    const known = this.known.get(size);
    if (known !== undefined) return known;
    const made = Array.from({ length: size }, () => "?").join(", ");
    this.known.set(size, made);
    return made;
  },
};
