import type { GrantKind } from "#domain/access/grant-kinds.ts";
import type { AccessCause } from "#domain/access/grant-reasons.ts";

import { endedKind, followedTable } from "../grants/followed-tables.ts";
import { grantName } from "../grants/grant-name.ts";
import type { LoadWords } from "../sql/load-words.ts";
import type { BoundSql, SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import type { OwnUpdate, SetInsert, SetUpdate } from "./set-rows.ts";

/** Moment of changes of access: the stamp that names new grants, its time in milliseconds UTC, and the cause. */
export interface AccessChange {
  readonly sql: LoadWords;
  readonly stamp: string;
  readonly nowMs: number;
  readonly cause: AccessCause;
}

const bare = (text: string): BoundSql => ({ text, values: [] });
const nothing = bare("NULL");

/** Returns the grants of rows that are about to be inserted; undefined if rows of their table give no access. */
export function givenByInsert(rows: SetInsert, change: AccessChange): SetInsert | undefined {
  const kind = followedTable(rows.table)?.kind;
  if (kind === undefined) return undefined;
  const of = boundColumns(rows);
  const thing = of["key"] ?? nothing;
  const access = { ...accessOf(kind, of), ...reasonOf(change.cause) };
  return grantsFrom(rows.source, thing, { kind: bare(`'${kind}'`), ...access }, change);
}

/** Returns the end of the grants of rows that are about to be removed; undefined if rows of their table give no access. */
export function endedByRemoval(table: TableName, where: BoundSql, change: AccessChange): SetUpdate | undefined {
  const of = followedTable(table);
  if (of === undefined) return undefined;
  const kind = endedKind(of);
  return endedGrants(
    { table, columns: of.grants, where },
    change,
    kind === undefined ? "" : ` AND t.\`kind\` = '${kind}'`,
  );
}

/** Change of grants: new ones of the same access as those that end. */
export interface PassedOn {
  readonly given: SetInsert;
  /** Columns `key`, `kind`, `at` and `leasedUntil` of the moments of the new grants that have an end, as the text after SELECT. */
  readonly moments: BoundSql;
  readonly ended: SetUpdate;
}

/** Returns what becomes of the grants of accounts that are about to get another owner; undefined for other changes. */
export function passedOnByUpdate(rows: OwnUpdate, change: AccessChange): PassedOn | undefined {
  const { table, where } = rows;
  const { userKey, throughGroup } = boundColumns(rows);
  if (table === "accounts" && userKey !== undefined) {
    // The account itself is given anew; its memberships stay what they were given for.
    const own = Object.entries(reasonOf(change.cause)).map(([name, { text, values }]): [string, BoundSql] => [
      name,
      name === "until"
        ? bare("o.`until`")
        : { text: `CASE WHEN o.\`kind\` = 'account' THEN ${text} ELSE o.\`${name}\` END`, values },
    ]);
    const changed = { userKey, ...Object.fromEntries(own) };
    return passedOn({ table, columns: { accountKey: "key" }, where }, changed, change);
  }
  if (table === "groupMemberships" && throughGroup !== undefined) {
    const columns = followedTable(table)?.grants ?? {};
    return passedOn({ table, columns, where, kind: "membership" }, { throughGroup, ...reasonOf(change.cause) }, change);
  }
  return undefined;
}

/** Rows `t` of a table that a condition selects, with the columns of their grants. */
interface Selected {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, string>>;
  readonly where: BoundSql;
  readonly kind?: GrantKind;
}

function passedOn(selected: Selected, changed: Readonly<Record<string, BoundSql>>, change: AccessChange): PassedOn {
  const { table, columns, where, kind } = selected;
  const onlyKind = kind === undefined ? "" : ` AND o.\`kind\` = '${kind}'`;
  const isOf = Object.entries(columns).map(([grant, own]) => `o.\`${grant}\` = t.\`${own}\``);
  const kept = keptColumns.map((name): [string, BoundSql] => [name, bare(`o.\`${name}\``)]);
  const source = {
    text: `\`grants\` o, \`${table}\` t WHERE ${isOf.join(" AND ")} AND o.\`endedAt\` IS NULL${onlyKind} AND ${where.text}`,
    values: where.values,
  };
  const given = grantsFrom(source, bare("o.`key`"), { ...Object.fromEntries(kept), ...changed }, change);
  const { until = nothing } = changed;
  return {
    given,
    moments: {
      text: `${given.columns["key"] ?? ""}, 'grant', ${change.nowMs}, ${change.nowMs} FROM ${source.text} AND ${until.text} IS NOT NULL`,
      values: [...source.values, ...until.values],
    },
    ended: endedGrants(
      selected,
      change,
      `${kind === undefined ? "" : ` AND t.\`kind\` = '${kind}'`} AND ${change.sql.member("t.`_v`", "key")} < '${change.stamp}'`,
    ),
  };
}

/** Columns that tell the access; those of its reason, its beginning and its end are others. */
const keptColumns = [
  "kind",
  "userKey",
  "targetSystemKey",
  "accountKey",
  "groupKey",
  "accountName",
  "groupName",
  "throughGroup",
] as const;

function reasonOf({ gives, until, requestKey, operationKey }: AccessCause): Readonly<Record<string, BoundSql>> {
  const value = (of: SqlValue): BoundSql => (of === null ? nothing : { text: "?", values: [of] });
  return {
    because: value(gives),
    until: value(until),
    requestKey: value(requestKey),
    operationKey: value(operationKey),
  };
}

/** Returns the columns of a grant that tell who has what, by the columns of its row. */
function accessOf(kind: GrantKind, of: Readonly<Record<string, BoundSql>>): Readonly<Record<string, BoundSql>> {
  const { key = nothing, userKey = nothing, targetSystemKey = nothing, shortId = nothing } = of;
  const { accountKey = nothing, groupKey = nothing, throughGroup = nothing } = of;
  if (kind === "account") return { userKey, targetSystemKey, accountKey: key, accountName: shortId };
  const ofAccount = (column: string) => lookup("accounts", column, accountKey);
  const ofGroup = (column: string) => lookup("groups", column, groupKey);
  return {
    userKey: kind === "ownership" ? userKey : ofAccount("userKey"),
    targetSystemKey: ofGroup("targetSystemKey"),
    groupKey,
    groupName: ofGroup("shortId"),
    ...(kind === "ownership" ? {} : { accountKey, accountName: ofAccount("shortId"), throughGroup }),
  };
}

function lookup(table: "accounts" | "groups", column: string, { text, values }: BoundSql): BoundSql {
  return { text: `(SELECT y.\`${column}\` FROM \`${table}\` y WHERE y.\`key\` = ${text})`, values };
}

function grantsFrom(
  source: BoundSql,
  thing: BoundSql,
  access: Readonly<Record<string, BoundSql>>,
  { sql, stamp, nowMs }: AccessChange,
): SetInsert {
  const key = { text: sql.namedKey(grantName, thing.text, `'${stamp}'`), values: thing.values };
  const all: Readonly<Record<string, BoundSql>> = { key, ...access, from: bare(String(nowMs)) };
  return {
    table: "grants",
    columns: Object.fromEntries(Object.entries(all).map(([name, { text }]) => [name, text])),
    values: Object.values(all).flatMap(({ values }) => values),
    source,
  };
}

/** Time of the last listing that showed the access, if one has. */
const confirmed =
  "(SELECT l.`startedAt` FROM `listings` l WHERE l.`targetSystemKey` = t.`targetSystemKey` AND l.`startedAt` >= t.`from`)";

function endedGrants({ table, columns, where }: Selected, change: AccessChange, more: string): SetUpdate {
  const { ends, requestKey, operationKey } = change.cause;
  const quoted = (text: string | null) => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);
  const isShown = table === "groupMemberships" ? "t.`shownByTarget`" : "1";
  const set = {
    endedAt: String(change.nowMs),
    endedBecause: quoted(ends),
    endedByRequestKey: quoted(requestKey),
    endedByOperationKey: quoted(operationKey),
    confirmedAt: `CASE WHEN x.\`isShown\` = 1 THEN ${confirmed} END`,
  };
  const own = Object.values(columns).map((column) => `t.\`${column}\``);
  const isOf = Object.entries(columns).map(([grant, column]) => `t.\`${grant}\` = x.\`${column}\``);
  return {
    table: "grants",
    columns: set,
    changes: `JSON_OBJECT(${Object.entries(set)
      .map(([name, text]) => `'${name}', ${text}`)
      .join(", ")})`,
    from: {
      text: `(SELECT ${own.join(", ")}, ${isShown} AS \`isShown\` FROM \`${table}\` t WHERE ${where.text}) x`,
      values: where.values,
    },
    where: { text: `${isOf.join(" AND ")} AND t.\`endedAt\` IS NULL${more}`, values: [] },
  };
}

/** Returns the expressions of the columns with the values of their parameters, which stand in the order of the columns. */
function boundColumns({ columns, values = [] }: Pick<SetInsert, "columns" | "values">): Record<string, BoundSql> {
  let at = 0;
  return Object.fromEntries(
    Object.entries(columns).map(([name, text]): [string, BoundSql] => {
      const count = text.split("?").length - 1;
      const bound = { text, values: values.slice(at, at + count) };
      at += count;
      return [name, bound];
    }),
  );
}
