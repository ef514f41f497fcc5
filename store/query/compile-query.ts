import { expandRowsMax } from "#domain/limits.ts";
import type { BoundExpand, BoundQuery } from "#domain/query/bound-query.ts";
import { searchCondition } from "#domain/query/search.ts";

import { ExpressionCompiler } from "./compile-expression.ts";
import type { Dialect } from "./dialect.ts";
import { afterPosition, type KeysetClause } from "./keyset.ts";
import type { VisibleRows } from "./querying.ts";
import { createRowReader, extra, ownColumn, type RowReader } from "./row-reader.ts";
import { columnAt, fromWhere, type RowScope, ScopeMaker } from "./scope.ts";
import { limitSlots, type Shape } from "./shape.ts";
import { relationOf, sourceOf, type SourceRelation } from "./sources.ts";
import { mark, plain, quoted, sql, type Sql } from "./sql.ts";

/** The statements of a query. */
export interface QueryPlan {
  readonly rows: Sql;
  readonly count: Sql;
  readonly reader: RowReader;
  readonly expand: readonly ExpandPlan[];
}

/** A statement for a list of parents: the text before and behind the list of their values. */
export interface ListStatement {
  readonly head: Sql;
  readonly tail: Sql;
}

/** The statements of an expansion, to be run per chunk of parents. */
export interface ExpandPlan {
  readonly item: BoundExpand;
  /** The parents' column by which their rows are found. */
  readonly from: string;
  readonly rows: ListStatement;
  /** How many rows each parent has; null where the rows themselves tell. */
  readonly count: ListStatement | null;
  /** Where the rows are numbered per parent: the cheaper statement for one parent alone, and its count. */
  readonly alone: { readonly rows: ListStatement; readonly count: ListStatement | null } | null;
  readonly reader: RowReader;
  readonly expand: readonly ExpandPlan[];
}

/** What queries are compiled with; the query of the shape consists of objects that occur once. */
export interface CompileParts {
  readonly dialect: Dialect;
  readonly shape: Shape;
  readonly visible: VisibleRows;
}

/** The text that stands for the list of parents until it is known how many they are. */
const parents: Sql = { text: "\u0000", slots: [] };

/**
 * Compiles a folded query whose search has become a part of its condition.
 * @throws NOT_SUPPORTED
 */
export function compileQuery(query: BoundQuery, parts: CompileParts): QueryPlan {
  const rows = new Selecting(query, parts);
  const select = sql`SELECT ${rows.list()}`;
  const from = rows.from(null, true);
  const counted = new Selecting(query, parts);
  return {
    rows: sql`${select} ${from} ORDER BY ${rows.order()} ${limits(query, parts)}`,
    count: sql`SELECT COUNT(*) AS ${quoted(extra.total)} ${counted.from(null, false)}`,
    reader: rows.reader(),
    expand: compileExpands(query, parts),
  };
}

function limits(query: BoundQuery, { dialect, shape }: CompileParts): Sql {
  const limit = query.top === null ? String(expandRowsMax + 1) : dialect.limit(slotOf(query, shape, "limit"));
  return query.skip > 0
    ? sql`LIMIT ${limit} OFFSET ${dialect.limit(slotOf(query, shape, "offset"))}`
    : sql`LIMIT ${limit}`;
}

function slotOf(query: BoundQuery, shape: Shape, name: keyof typeof limitSlots): Sql {
  return mark((shape.slots.get(query) ?? 0) + limitSlots[name]);
}

/** The query with its search, and the searches of its expansions, as conditions. */
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
  const reader = new Selecting(query, parts).reader();
  const common = { item, from: link.from, reader, expand: compileExpands(query, parts) };
  const count = () => countStatement(query, link, parts);
  if (shape === "count") return { ...common, rows: count(), count: null, alone: null };
  const numbered = many && (query.top !== null || query.skip > 0 || query.count);
  if (!numbered) return { ...common, rows: rowsStatement(query, link, parts, "whole"), count: null, alone: null };
  const counted = query.count ? count() : null;
  return {
    ...common,
    rows: rowsStatement(query, link, parts, "pages"),
    // A page that begins behind its first rows does not see how many there are before.
    count: query.after === null ? null : counted,
    alone: { rows: rowsStatement(query, link, parts, "page"), count: counted },
  };
}

function countStatement(query: BoundQuery, link: SourceRelation, parts: CompileParts): ListStatement {
  const rows = new Selecting(query, parts);
  const tie = rows.tie(link);
  const list = sql`${tie} AS ${quoted(extra.parent)}, COUNT(*) AS ${quoted(extra.total)}`;
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
  const list = sql`SELECT ${tie} AS ${quoted(extra.parent)}, ${rows.list()}`;
  const from = rows.from(sql`${tie} IN (${parents})`, true);
  if (form === "pages") return split(paged(sql`${list}${rows.numbers(tie, query.count)} ${from}`, query, parts.shape));
  if (form === "page") return split(sql`${list} ${from} ORDER BY ${rows.order()} ${limits(query, parts)}`);
  return split(sql`${list} ${from} ORDER BY ${tie}, ${rows.order()} LIMIT ${String(expandRowsMax + 1)}`);
}

/** The pages of all parents: one row more than the page tells that more follow, the first one carries the count. */
function paged(core: Sql, query: BoundQuery, shape: Shape): Sql {
  const place = quoted(extra.place);
  const behind = sql`${place} > ${slotOf(query, shape, "placesBefore")}`;
  const inPage = query.top === null ? behind : sql`${behind} AND ${place} <= ${slotOf(query, shape, "lastPlace")}`;
  const wanted = query.count ? sql`${place} = 1 OR (${inPage})` : inPage;
  const rows = sql`SELECT * FROM (${core}) AS ${quoted("rows")} WHERE ${wanted}`;
  // In the order of the places, so that where all together are too many each parent gets its first rows.
  return sql`${rows} ORDER BY ${place}, ${quoted(extra.parent)} LIMIT ${String(expandRowsMax + 1)}`;
}

function split(whole: Sql): ListStatement {
  const at = whole.text.indexOf(parents.text);
  const head = whole.text.slice(0, at);
  const marks = head.split("?").length - 1;
  return {
    head: { text: head, slots: whole.slots.slice(0, marks) },
    tail: { text: whole.text.slice(at + 1), slots: whole.slots.slice(marks) },
  };
}

/** The parts of one SELECT over the rows of a query. */
class Selecting {
  readonly #query: BoundQuery;
  readonly #parts: CompileParts;
  readonly #maker: ScopeMaker;
  readonly #compiler: ExpressionCompiler;
  readonly #scope: RowScope;
  #table: Sql;

  constructor(query: BoundQuery, parts: CompileParts) {
    this.#query = query;
    this.#parts = parts;
    this.#maker = new ScopeMaker(parts.shape, parts.visible);
    this.#compiler = new ExpressionCompiler({ ...parts, maker: this.#maker });
    this.#scope = this.#maker.open(sourceOf(query.source));
    this.#table = plain(`${quoted(this.#scope.source.table)} ${this.#scope.alias}`);
  }

  /** Ties the rows to parents; gives the column that holds the parent's value. */
  tie(link: SourceRelation): Sql {
    const { table, column } = this.#maker.related(link, this.#scope);
    this.#table = table;
    return plain(column);
  }

  /** All columns that are asked for or needed to go on from the row. */
  #columns(): Set<string> {
    const { columns, orderBy, expand } = this.#query;
    const ordered = orderBy.map(({ expression }) => ownColumn(expression)).filter((name) => name !== null);
    const expanded = expand.map(({ relation }) => relationOf(this.#scope.source, relation).from);
    return new Set([...columns, ...ordered, ...expanded]);
  }

  list(): Sql {
    const { computed, orderBy } = this.#query;
    let list = plain(
      [...this.#columns()].map((name) => `${columnAt(this.#scope, name).text} AS ${quoted(name)}`).join(", "),
    );
    for (const [index, { expression }] of computed.entries()) {
      list = sql`${list}, ${this.#compiler.value(expression, [this.#scope])} AS ${quoted(`${extra.computed}${index}`)}`;
    }
    for (const [index, { expression }] of orderBy.entries()) {
      if (ownColumn(expression) !== null) continue;
      list = sql`${list}, ${this.#compiler.value(expression, [this.#scope])} AS ${quoted(`${extra.order}${index}`)}`;
    }
    return list;
  }

  /** FROM and WHERE; what else is compiled must have been compiled before, because it may add joins. */
  from(tie: Sql | null, page: boolean): Sql {
    const { where, policy, after } = this.#query;
    const condition = where === null ? null : this.#compiler.condition(where, [this.#scope]);
    const following = page && after !== null ? afterPosition(this.#keyset(after)) : null;
    const visible = this.#maker.policy(policy, this.#scope);
    return fromWhere(this.#scope, this.#table, [tie, visible, condition, following]);
  }

  order(): Sql {
    const { source, alias } = this.#scope;
    if (this.#query.orderBy.length === 0) return plain(`${alias}.${quoted(source.key)}`);
    const clauses = this.#query.orderBy.map(
      ({ expression, descending }) =>
        sql`${this.#compiler.value(expression, [this.#scope])}${descending ? " DESC" : ""}`,
    );
    return clauses.reduce((all, clause) => sql`${all}, ${clause}`);
  }

  /** The place of each row among those of its parent, and where wanted how many they are. */
  numbers(tie: Sql, count: boolean): Sql {
    const place = sql`, ROW_NUMBER() OVER (PARTITION BY ${tie} ORDER BY ${this.order()}) AS ${quoted(extra.place)}`;
    return count ? sql`${place}, COUNT(*) OVER (PARTITION BY ${tie}) AS ${quoted(extra.total)}` : place;
  }

  reader(): RowReader {
    const { computed, orderBy } = this.#query;
    return createRowReader(this.#scope.source, this.#columns(), computed, orderBy);
  }

  #keyset(after: NonNullable<BoundQuery["after"]>): KeysetClause[] {
    return this.#query.orderBy.map((clause, index) => {
      const { text, slots, nullable } = this.#compiler.value(clause.expression, [this.#scope]);
      const slot = after[index] === null ? null : (this.#parts.shape.slots.get(clause) ?? 0);
      return { value: { text, slots }, nullable, descending: clause.descending, slot };
    });
  }
}
