import { prepare, type SqliteHandle } from "./sqlite/sqlite-handles.ts";

/** Estimates of how long SQLite may work on a reading statement. */
export interface ReadCosts {
  /** Estimates the most microseconds, roughly: by the plan of the statement and the number of rows in its tables. */
  estimate(text: string, values: readonly unknown[]): number;
}

/** One loop of a plan. */
interface Loop {
  /** Table that the loop reads; undefined if unknown. */
  readonly table: string | undefined;
  readonly rows: "one" | "few" | "all";
}

interface Profile {
  readonly loops: readonly Loop[];
  /** Number of rows beyond which a scan that only has to fill a page ends. */
  readonly page: number | undefined;
  readonly microsecondsPerRow: number;
}

const profilesMax = 500;
const rowsKnownMs = 1000;
/** Rows that an index finds for a value, or for each of a list, unless it is unique. */
const fewRows = 2000;
const pageRows = 1000;
const rowMicroseconds = 0.3;
/** Microseconds for a row that is counted but not read. */
const countMicroseconds = 0.02;
const sortMicroseconds = 0.5;
const comparisonMicroseconds = 0.1;
const callMicroseconds = 0.3;
/** Microseconds for a call of our own function, which leads out of SQLite and back. */
const ownCallMicroseconds = 5;

const ownCall = /\bgh_\w+\(/g;
const call = /\b(?!gh_)[a-z_]+\(/gi;
const comparison = /[=<>]|\bLIKE\b|\bIN\b|\bIS\b/g;
const named = /\b(?:FROM|JOIN)\s+`?(\w+)`?(?:\s+(?:AS\s+)?`?(?!(?:ON|WHERE|ORDER|GROUP|LEFT|JOIN)\b)(\w+)`?)?/g;
const mereCount = /^SELECT COUNT\(\*\) (?:AS \S+ )?FROM \S+(?: \w+)?$/;
const step = /^(SCAN|SEARCH) (\S+)(?: .*?USING (?:COVERING )?INDEX (\S+))?/;

/** Makes the estimates of a connection; a plan is read once per statement. */
export function createReadCosts(handle: SqliteHandle): ReadCosts {
  return new PlannedCosts(handle);
}

class PlannedCosts implements ReadCosts {
  readonly #handle: SqliteHandle;
  readonly #profiles = new Map<string, Profile>();
  readonly #counts = new Map<string, { readonly rows: number; readonly untilMs: number }>();
  readonly #columnsOfIndex = new Map<string, number | undefined>();
  #schema: ReadonlyMap<string, string | null> | undefined;

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
  }

  estimate(text: string, values: readonly unknown[]): number {
    const { loops, page, microsecondsPerRow } = this.#profileOf(text, values);
    const isPlain = microsecondsPerRow < ownCallMicroseconds;
    let sum = 0;
    let scans = 1;
    for (const { table, rows } of loops) {
      if (rows === "one") continue;
      const all = this.#rowsOf(table);
      sum += rows === "few" && isPlain ? Math.min(all, fewRows) : Math.min(all, page ?? all);
      // A scan of the whole table for each row of another one costs the product, not the sum.
      if (rows === "all") scans *= Math.max(1, Math.min(all, page ?? all));
    }
    return Math.max(sum, scans) * microsecondsPerRow;
  }

  #rowsOf(table: string | undefined): number {
    if (table === undefined) return Number.POSITIVE_INFINITY;
    const known = this.#counts.get(table);
    if (known !== undefined && performance.now() < known.untilMs) return known.rows;
    const latest = prepare(this.#handle, `SELECT MAX(rowid) AS \`rows\` FROM \`${table}\``).get();
    const rows = (latest as { rows: number | null }).rows ?? 0;
    this.#counts.set(table, { rows, untilMs: performance.now() + rowsKnownMs });
    return rows;
  }

  /** Returns the number of columns of a unique index; undefined if the index is not unique. */
  #uniqueColumns(index: string): number | undefined {
    if (this.#columnsOfIndex.has(index)) return this.#columnsOfIndex.get(index);
    const found = prepare(
      this.#handle,
      "SELECT COUNT(*) AS `columns` FROM `sqlite_schema` s, pragma_index_list(s.`tbl_name`) l, pragma_index_info(l.`name`) i " +
        "WHERE s.`type` = 'index' AND s.`name` = ? AND l.`name` = s.`name` AND l.`unique` = 1",
    ).get(index) as { columns: number };
    const columns = found.columns === 0 ? undefined : found.columns;
    this.#columnsOfIndex.set(index, columns);
    return columns;
  }

  #loopOf(detail: string, tables: ReadonlyMap<string, string>): Loop | undefined {
    const [, way, alias = "", index] = step.exec(detail) ?? [];
    // The rows of a subquery were counted at their own source.
    if (way === undefined || alias === "rows" || alias.startsWith("(")) return undefined;
    return { table: tables.get(alias), rows: way === "SCAN" ? "all" : this.#foundRows(detail, index) };
  }

  #foundRows(detail: string, index: string | undefined): Loop["rows"] {
    // An index for this statement alone has to be filled first.
    if (detail.includes(" AUTOMATIC ")) return "all";
    const equals = detail.split("=?").length - 1;
    if (detail.includes("(rowid=?)") || (index !== undefined && this.#uniqueColumns(index) === equals)) return "one";
    return equals > 0 && !/[<>]\?/.test(detail) ? "few" : "all";
  }

  #profileOf(text: string, values: readonly unknown[]): Profile {
    const known = this.#profiles.get(text);
    if (known !== undefined) return known;
    const { driver } = this.#handle;
    const plan = [...driver.prepare(`EXPLAIN QUERY PLAN ${text}`).iterate(...values)] as { detail: string }[];
    const tables = tablesOf(text, (this.#schema ??= schemaOf(this.#handle)));
    const loops = plan.map(({ detail }) => this.#loopOf(detail, tables)).filter((loop) => loop !== undefined);
    const isPage = loops.length === 1 && !text.includes(" WHERE ") && plan.length === 1 && / LIMIT /.test(text);
    const sorting = plan.some(({ detail }) => detail.startsWith("USE TEMP")) ? sortMicroseconds : 0;
    const made = { loops, page: isPage ? pageRows : undefined, microsecondsPerRow: perRow(text) + sorting };
    if (this.#profiles.size >= profilesMax) this.#profiles.clear();
    this.#profiles.set(text, made);
    return made;
  }
}

function perRow(text: string): number {
  if (mereCount.test(text)) return countMicroseconds;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return (
    rowMicroseconds +
    count(comparison) * comparisonMicroseconds +
    count(call) * callMicroseconds +
    count(ownCall) * ownCallMicroseconds
  );
}

/** Returns the tables by name, without a text, and the views with their texts. */
function schemaOf({ driver }: SqliteHandle): ReadonlyMap<string, string | null> {
  const known = driver.prepare("SELECT `name`, `type`, `sql` FROM `sqlite_schema` WHERE `type` IN ('table', 'view')");
  const rows = [...known.iterate()] as { name: string; type: string; sql: string }[];
  const counted = rows.filter(({ sql }) => !sql.includes("WITHOUT ROWID"));
  return new Map(counted.map(({ name, type, sql }) => [name, type === "view" ? sql : null]));
}

/** Returns the tables of a statement, and of the views in it, by their names in its plan. */
function tablesOf(text: string, schema: ReadonlyMap<string, string | null>): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  const twice = new Set<string>();
  const gather = (from: string) => {
    for (const [, name = "", alias = name] of from.matchAll(named)) {
      const view = schema.get(name);
      if (typeof view === "string") gather(view);
      if (view !== null) continue;
      if (tables.has(alias) && tables.get(alias) !== name) twice.add(alias);
      tables.set(alias, name);
      // The plan of a mere count has the name of the table itself.
      if (!tables.has(name)) tables.set(name, name);
    }
  };
  gather(text);
  // An alias of two tables is ambiguous, so neither is known.
  for (const alias of twice) tables.delete(alias);
  return tables;
}
