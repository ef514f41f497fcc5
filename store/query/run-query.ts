import { expandRowsMax, parentKeysMax } from "#domain/limits.ts";
import type { BoundQuery, QueryResult, Scalar } from "#domain/query/bound-query.ts";
import { giveWay, isTurnOver, mapInTurns } from "#platform/loop-turns.ts";

import type { Database } from "../database.ts";
import { boundValues, marks } from "../sql/sql.ts";
import type { ExpandPlan, ListStatement, QueryPlan } from "./compile-query.ts";
import { extra, type DriverRow, type FoundRow } from "./row-reader.ts";

/** Context in which a plan is run. */
export interface Run {
  readonly database: Pick<Database, "readFor">;
  /** Owner of the read; owners take turns. */
  readonly owner: string;
  /** Values of the query's parameters. */
  readonly parameters: readonly Scalar[];
}

type Key = string | number;

/** Runs the statements of a query. */
export function runPlan(query: BoundQuery, plan: QueryPlan, run: Run): Promise<QueryResult> {
  const page = query.top === 0 ? Promise.resolve({ rows: [], more: false, count: null }) : runPage(plan, query, run);
  return query.count ? withCount(page, runCount(plan, run)) : page;
}

async function withCount(page: Promise<QueryResult>, counted: Promise<number>): Promise<QueryResult> {
  const [found, count] = await Promise.all([page, counted]);
  return { ...found, count };
}

async function runPage(plan: QueryPlan, query: BoundQuery, run: Run): Promise<QueryResult> {
  const max = query.top ?? expandRowsMax;
  const values = boundValues(plan.rows, run.parameters);
  const found = (await run.database.readFor(run.owner, plan.rows.text, values)) as DriverRow[];
  const more = found.length > max;
  if (more) found.length = max;
  const rows = await mapInTurns(found, plan.reader);
  if (plan.expand.length > 0) await expandAll(plan.expand, rows, { ...run, room: new ExpandRoom() });
  return { rows, more, count: null };
}

/** Runs the count of a query. */
export async function runCount({ count }: QueryPlan, run: Run): Promise<number> {
  const { text, values } = count();
  const [row] = await run.database.readFor(run.owner, text, boundValues({ values }, run.parameters));
  return Number(row?.[extra.total] ?? 0);
}

interface Expanding extends Run {
  readonly room: ExpandRoom;
}

/** Room that all expanded collections of an answer still have together. */
class ExpandRoom {
  #left = expandRowsMax;

  /** Reserves room for as many of the wanted rows as fit, each with its to-one expansions; returns their number. */
  take(wanted: number, plan: ExpandPlan): number {
    // A to-one row, such as the user of an account, cannot be left for later: it would look as if it did not exist.
    if (!plan.item.many) return wanted;
    const size = sizeOf(plan);
    const given = Math.min(wanted, Math.floor(this.#left / size));
    this.#left -= given * size;
    return given;
  }
}

function sizeOf({ expand: plans }: ExpandPlan): number {
  return plans.reduce((size, plan) => (plan.item.many ? size : size + sizeOf(plan)), 1);
}

async function expandAll(plans: readonly ExpandPlan[], rows: readonly FoundRow[], run: Expanding): Promise<void> {
  if (plans.length === 0 || rows.length === 0) return;
  for (const row of rows) row.expanded = {};
  await Promise.all(plans.map((plan) => expand(plan, rows, run)));
}

async function expand(plan: ExpandPlan, owners: readonly FoundRow[], run: Expanding): Promise<void> {
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

interface Taking {
  readonly keys: readonly Key[];
  readonly numbered: boolean;
  /** Number of the rows that fit. */
  readonly room: number;
}

/** Rows that the statements of an expansion find, by parent. */
class Gathered {
  readonly rows: FoundRow[] = [];
  readonly #plan: ExpandPlan;
  readonly #query: BoundQuery;
  readonly #byParent = new Map<Key, Found>();
  #cutFrom: Set<Key> | null = null;

  constructor(plan: ExpandPlan) {
    this.#plan = plan;
    this.#query = plan.item.query;
  }

  async add(keys: readonly Key[], run: Expanding): Promise<void> {
    if (this.#cutFrom !== null) {
      for (const key of keys) this.#cutFrom.add(key);
      return;
    }
    const { rows, count, numbered } = this.#plan.statements(keys.length === 1);
    const [counts, found] = await Promise.all([
      count === null ? [] : readList(count, keys, run),
      readList(rows, keys, run),
    ]);
    if (this.#plan.item.shape === "count") this.#takeCounts(found);
    else await this.#takeRows(found, { keys, numbered, room: run.room.take(found.length, this.#plan) });
    this.#takeCounts(counts);
  }

  /** Returns the result for a parent. */
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

  async #takeRows(rows: readonly DriverRow[], { keys, numbered, room }: Taking): Promise<void> {
    const { top, skip } = this.#query;
    const read = this.#plan.reader();
    for (const row of rows.length > room ? rows.slice(0, room) : rows) {
      if (isTurnOver()) await giveWay();
      const found = this.#foundOf(row[extra.parent] as Key);
      if (numbered && row[extra.total] !== undefined) found.count = Number(row[extra.total]);
      if (numbered && (row[extra.place] as number) <= skip) continue;
      if (top !== null && found.rows.length >= top) {
        found.more = top > 0;
        continue;
      }
      const made = read(row);
      found.rows.push(made);
      this.rows.push(made);
    }
    if (rows.length > room) this.#cut(rows[room], keys, numbered);
  }

  /** Marks the results that may lack rows after the last row that fitted. */
  #cut(first: DriverRow | undefined, keys: readonly Key[], numbered: boolean): void {
    this.#cutFrom = new Set(keys);
    const { top } = this.#query;
    for (const [key, found] of this.#byParent) {
      // Whole parents come one after the other: those before the parent that was cut are complete.
      const last = numbered ? found.rows.length < (top ?? expandRowsMax) : key === first?.[extra.parent];
      if (last) found.more = true;
    }
  }
}

const listSizes = [1, 2, 5, 10, 25, 50, 100, 250, 500] as const;
const markLists = new Map<number, string>(listSizes.map((size) => [size, `${"?, ".repeat(size - 1)}?`]));

/** Reads the rows of some parents. Lists are padded to few sizes, so that few statements have to be prepared. */
async function readList(statement: ListStatement, keys: readonly Key[], run: Run): Promise<DriverRow[]> {
  const size = listSizes.find((one) => one >= keys.length) ?? keys.length;
  const last = keys.at(-1) ?? "";
  const list = keys.length === size ? keys : [...keys, ...Array.from({ length: size - keys.length }, () => last)];
  const text = statement.head.text + (markLists.get(size) ?? marks(keys).text) + statement.tail.text;
  const { parameters } = run;
  const values = [...boundValues(statement.head, parameters), ...list, ...boundValues(statement.tail, parameters)];
  return run.database.readFor(run.owner, text, values);
}
