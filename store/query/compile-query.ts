import { expandRowsMax } from "#domain/limits.ts";
import type { BoundExpand, BoundQuery, Expression } from "#domain/query/bound-query.ts";
import { searchCondition } from "#domain/query/search.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

import { joinSql, mark, name, Parameter, quoted, raw, sql, toBound, type Sql } from "../sql/sql.ts";
import { type CompiledValue, type CompileParts, ExpressionCompiler } from "./compile-expression.ts";
import { afterPosition, type KeysetClause } from "./keyset.ts";
import { createRowReader, extra, isOwnColumn, type RowReader } from "./row-reader.ts";
import { columnAt, fromWhere, type RowScope, tableOf } from "./scope.ts";
import { relationOf, sourceOf, type SourceRelation } from "./sources.ts";
import { type UnitedPart, unitedParts } from "./united-rows.ts";

/** Statements of a query; the functions here compile theirs only when needed. */
export interface QueryPlan {
  readonly rows: Sql;
  count(): Sql;
  readonly reader: RowReader;
  readonly expand: readonly ExpandPlan[];
}

/** A statement for a list of parents: the text before and after the list of their values. */
export interface ListStatement {
  readonly head: Sql;
  readonly tail: Sql;
}

/** Statements for a list of parents. */
export interface ExpandStatements {
  readonly rows: ListStatement;
  /** Statement that counts the rows of each parent; null if the rows themselves tell. */
  readonly count: ListStatement | null;
  /** True if each row carries its position among those of its parent. */
  readonly numbered: boolean;
}

/** Statements of an expansion, to be run per chunk of parents. */
export interface ExpandPlan {
  readonly item: BoundExpand;
  /** Column of the parents by which their rows are found. */
  readonly from: string;
  /** Returns the statements for many parents, or the cheaper ones for a single parent. */
  statements(alone: boolean): ExpandStatements;
  reader(): RowReader;
  readonly expand: readonly ExpandPlan[];
}

const parentList = new Parameter(-1, "null");
/** Placeholder for the list of parents until their number is known. */
const parents: Sql = { text: "\u0000", values: [parentList] };

/**
 * Compiles a folded query whose search has become a part of its condition.
 * @throws NOT_SUPPORTED
 */
export function compileQuery(query: BoundQuery, parts: CompileParts): QueryPlan {
  const united = unitedParts(query.source);
  const rows = new Selecting(query, parts);
  return {
    rows: united === undefined ? pageOf(rows, query, parts) : unitedPage(query, parts, united),
    count: once(() => (united === undefined ? countOf(query, parts) : unitedCount(query, parts, united))),
    reader: rows.reader(),
    expand: compileExpands(query, parts),
  };
}

function pageOf(rows: Selecting, query: BoundQuery, parts: CompileParts): Sql {
  const select = sql`SELECT ${rows.list()}`;
  const from = rows.from(null, true);
  return sql`${select} ${from} ORDER BY ${rows.order()} ${limits(query, parts)}`;
}

/** Returns a page of rows of several tables; no more rows of each are read than the page may hold. */
function unitedPage(query: BoundQuery, parts: CompileParts, united: readonly UnitedPart[]): Sql {
  const { top, skip, orderBy } = query;
  const first = { ...query, top: top === null ? null : top + skip, skip: 0 };
  const selects = united.map((part) => {
    const rows = new Selecting(first, parts, part);
    if (!parts.dialect.mergesOrders) return sql`SELECT * FROM (${pageOf(rows, first, parts)}) AS ${name("rows")}`;
    return sql`SELECT ${rows.list()} ${rows.from(null, true)}`;
  });
  const order = orderBy.map(({ expression, descending }, index) => {
    const of = isOwnColumn(expression) ? expression.column : `${extra.order}${index}`;
    return raw(`${quoted(of)}${descending ? " DESC" : ""}`);
  });
  return sql`${joinSql(selects, " UNION ALL ")} ORDER BY ${joinSql(order, ", ")} ${limits(query, parts)}`;
}

function unitedCount(query: BoundQuery, parts: CompileParts, united: readonly UnitedPart[]): Sql {
  const counts = united.map((part) => countOf(query, parts, part));
  return sql`SELECT SUM(${name(extra.total)}) AS ${name(extra.total)} FROM (${joinSql(counts, " UNION ALL ")}) AS ${name("rows")}`;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function countOf(query: BoundQuery, parts: CompileParts, part?: UnitedPart): Sql {
  const from = new Selecting(query, parts, part).from(null, false);
  return sql`SELECT COUNT(*) AS ${name(extra.total)} ${from}`;
}

function limits({ top, skip }: BoundQuery, { dialect }: CompileParts): Sql {
  // Some servers accept no floating-point number as a limit, which is what the driver sends for numbers.
  const rows = top === null ? everyRow : dialect.limit(mark(String(top + 1)));
  return skip > 0 ? sql`LIMIT ${rows} OFFSET ${dialect.limit(mark(String(skip)))}` : sql`LIMIT ${rows}`;
}

/** One row more than allowed, which shows that there are too many. */
const everyRow = raw(String(expandRowsMax + 1));

/** Returns the query with its search, and the searches of its expansions, as conditions. */
export function withSearch(query: BoundQuery): BoundQuery {
  const expand = query.expand.map((item) => ({ ...item, query: withSearch(item.query) }));
  if (query.search === null) return query.expand.length === 0 ? query : { ...query, expand };
  const found = searchCondition(query.search, sourceOf(query.source).searchable);
  const where = query.where === null ? found : { kind: "and" as const, of: [query.where, found] };
  return { ...query, where, expand, search: null };
}

function compileExpands(query: BoundQuery, parts: CompileParts): ExpandPlan[] {
  return query.expand.map((item) => compileExpand(query, item, parts));
}

function compileExpand(owner: BoundQuery, item: BoundExpand, parts: CompileParts): ExpandPlan {
  const { query, many, shape } = item;
  const link = relationOf(sourceOf(owner.source), item.relation);
  const counted = shape === "count";
  const numbered = !counted && many && (query.top !== null || query.skip > 0 || query.count);
  const count = once(() => countStatement(query, link, parts));
  const all = once(() => (counted ? count() : rowsStatement(query, link, parts, numbered ? "pages" : "whole")));
  const page = once(() => rowsStatement(query, link, parts, "page"));
  return {
    item,
    from: link.from,
    statements(alone) {
      if (numbered && alone) return { rows: page(), count: query.count ? count() : null, numbered: false };
      // A page that begins after its first rows does not show how many rows come before.
      return { rows: all(), count: numbered && query.count && query.after !== null ? count() : null, numbered };
    },
    reader: once(() => new Selecting(query, parts).reader()),
    expand: compileExpands(query, parts),
  };
}

function countStatement(query: BoundQuery, link: SourceRelation, parts: CompileParts): ListStatement {
  const rows = new Selecting(query, parts);
  const tie = rows.tie(link);
  const list = sql`${tie} AS ${name(extra.parent)}, COUNT(*) AS ${name(extra.total)}`;
  return split(sql`SELECT ${list} ${rows.from(sql`${tie} IN (${parents})`, false)} GROUP BY ${tie}`);
}

function rowsStatement(
  query: BoundQuery,
  link: SourceRelation,
  parts: CompileParts,
  form: "whole" | "page" | "pages",
): ListStatement {
  const rows = new Selecting(query, parts);
  const tie = rows.tie(link);
  const list = sql`SELECT ${tie} AS ${name(extra.parent)}, ${rows.list()}`;
  const from = rows.from(sql`${tie} IN (${parents})`, true);
  if (form === "pages") return split(paged(sql`${list}${rows.numbers(tie, query.count)} ${from}`, query));
  if (form === "page") return split(sql`${list} ${from} ORDER BY ${rows.order()} ${limits(query, parts)}`);
  return split(sql`${list} ${from} ORDER BY ${tie}, ${rows.order()} LIMIT ${everyRow}`);
}

/** Returns the pages of all parents: one row more than the page shows that more follow; the first one carries the count. */
function paged(core: Sql, { top, skip, count }: BoundQuery): Sql {
  const place = name(extra.place);
  const behind = sql`${place} > ${skip}`;
  const inPage = top === null ? behind : sql`${behind} AND ${place} <= ${skip + top + 1}`;
  const wanted = count ? sql`${place} = 1 OR (${inPage})` : inPage;
  const rows = sql`SELECT * FROM (${core}) AS ${name("rows")} WHERE ${wanted}`;
  // In the order of the positions, so that each parent gets its first rows if all together are too many.
  return sql`${rows} ORDER BY ${place}, ${name(extra.parent)} LIMIT ${everyRow}`;
}

function split({ text, values }: Sql): ListStatement {
  const at = text.indexOf(parents.text);
  const place = values.indexOf(parentList);
  return {
    head: { text: text.slice(0, at), values: values.slice(0, place) },
    tail: { text: text.slice(at + 1), values: values.slice(place + 1) },
  };
}

/** The parts of one SELECT over the rows of a query. */
class Selecting {
  readonly #query: BoundQuery;
  readonly #compiler: ExpressionCompiler;
  readonly #scope: RowScope;
  #table: Sql;
  #all: readonly string[] | undefined;

  constructor(query: BoundQuery, parts: CompileParts, part?: UnitedPart) {
    this.#query = query;
    this.#compiler = new ExpressionCompiler(parts);
    const source = sourceOf(query.source);
    const { scopes } = this.#compiler;
    this.#scope = part === undefined ? scopes.open(source) : scopes.openPart(source, part);
    this.#table = tableOf(this.#scope);
  }

  #value(expression: Expression): CompiledValue {
    return this.#compiler.value(expression, [this.#scope]);
  }

  /** Ties the rows to parents; returns the column that holds the parent's value. */
  tie(link: SourceRelation): Sql {
    const { table, column } = this.#compiler.scopes.related(link, this.#scope);
    this.#table = table;
    return column;
  }

  /** Returns all columns that are requested or needed to continue from the row. */
  #columns(): readonly string[] {
    if (this.#all !== undefined) return this.#all;
    const { columns, orderBy, expand } = this.#query;
    const all = new Set(columns);
    for (const { expression } of orderBy) if (isOwnColumn(expression)) all.add(expression.column);
    for (const { relation } of expand) all.add(relationOf(this.#scope.source, relation).from);
    return (this.#all = [...all]);
  }

  list(): Sql {
    const { computed, orderBy } = this.#query;
    const columns = this.#columns().map((column) => `${columnAt(this.#scope, column).text} AS ${quoted(column)}`);
    let list = raw(columns.join(", "));
    for (const [index, { expression }] of computed.entries()) {
      list = sql`${list}, ${this.#value(expression)} AS ${name(`${extra.computed}${index}`)}`;
    }
    for (const [index, { expression }] of orderBy.entries()) {
      if (isOwnColumn(expression)) continue;
      list = sql`${list}, ${this.#value(expression)} AS ${name(`${extra.order}${index}`)}`;
    }
    return list;
  }

  /** Returns FROM and WHERE; all other parts must be compiled before, because they may add joins. */
  from(tie: Sql | null, page: boolean): Sql {
    const { where, policy, after } = this.#query;
    const condition = where === null ? null : this.#compiler.condition(where, [this.#scope]);
    const following = page && after !== null ? afterPosition(this.#keyset(after)) : null;
    const visible = this.#compiler.scopes.policy(policy, this.#scope);
    return fromWhere(this.#scope, this.#table, [tie, visible, condition, following]);
  }

  order(): Sql {
    if (this.#query.orderBy.length === 0) return columnAt(this.#scope, this.#scope.source.key);
    const clauses = this.#query.orderBy.map(({ expression, descending }) => {
      const value = this.#value(expression);
      return descending ? sql`${value} DESC` : value;
    });
    return joinSql(clauses, ", ");
  }

  /** Returns the position of each row among those of its parent and, with `count`, their number. */
  numbers(tie: Sql, count: boolean): Sql {
    const place = sql`, ROW_NUMBER() OVER (PARTITION BY ${tie} ORDER BY ${this.order()}) AS ${name(extra.place)}`;
    return count ? sql`${place}, COUNT(*) OVER (PARTITION BY ${tie}) AS ${name(extra.total)}` : place;
  }

  reader(): RowReader {
    const { computed, orderBy } = this.#query;
    return createRowReader(this.#scope.source, this.#columns(), computed, orderBy);
  }

  #keyset(after: NonNullable<BoundQuery["after"]>): KeysetClause[] {
    return this.#query.orderBy.map(({ expression, descending }, index) => {
      const value = this.#value(expression);
      const end = toBound(valueTypeOf(expression), after[index] ?? null);
      return { value, nullable: value.nullable, descending, end };
    });
  }
}
