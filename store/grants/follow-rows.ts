import type { AccessCause } from "#domain/access/grant-reasons.ts";
import { stampedAt } from "#domain/replication/stamp.ts";
import { namedGuid } from "#platform/object-key.ts";

import type { Database } from "../database.ts";
import type { SqlRow, SqlValue } from "../sql/sql.ts";
import { accessCause } from "./access-cause.ts";
import { endedKind, type FollowedTable, followedTable } from "./followed-tables.ts";
import { grantName } from "./grant-name.ts";

type Values = Readonly<Record<string, SqlValue>>;

/** Ways to write grants, with their stamps and rows of the change log. */
export interface GrantWrites {
  readonly database: Pick<Database, "read" | "dialect">;
  /** Returns a stamp that is later than all before. */
  stamp(): string;
  add(grant: Values): Promise<unknown>;
  change(grant: SqlRow, changes: Values): Promise<unknown>;
  /** Lets a hub look at a grant at once, in the current transaction. */
  wake(key: string, at: number): Promise<void>;
}

/** Follower of the rows that give access: their grants change with them, in the same transaction. */
export interface GrantFollower {
  inserted(table: string, row: Values): Promise<void>;
  updated(table: string, before: SqlRow, values: Values): Promise<void>;
  removed(table: string, row: SqlRow): Promise<void>;
}

/** Makes the follower of single rows; `followSets` is that of sets of rows. */
export function followRows(writes: GrantWrites): GrantFollower {
  const { database } = writes;
  return {
    async inserted(table, row) {
      if (table === "grants") return wakeWithEnd(writes, row, row);
      const kind = followedTable(table)?.kind;
      const access = kind === undefined ? undefined : await readers[kind](database, row);
      if (kind === undefined || access === undefined) return;
      const { key: thing = null } = row;
      const { gives: because, until, requestKey, operationKey, roleKey = null } = accessCause();
      await give(writes, thing, { ...access, kind, because, until, requestKey, operationKey, roleKey });
    },
    async updated(table, before, values) {
      if (table === "grants") return wakeWithEnd(writes, values, before);
      if (table === "accounts" && "userKey" in values)
        await changeOwner(writes, valuesOf(before), values["userKey"] ?? null);
      if (table === "groupMemberships" && "throughGroup" in values)
        await changeWay(writes, { ...valuesOf(before), ...values });
    },
    async removed(table, row) {
      const of = followedTable(table);
      if (of === undefined) return;
      for (const grant of await openGrants(database, of, valuesOf(row))) await end(writes, grant, accessCause());
    },
  };
}

/** Wakes a grant that has got an end, so that the end is announced and comes. */
async function wakeWithEnd(writes: GrantWrites, { until = null }: Values, { key }: SqlRow): Promise<void> {
  if (until !== null) await writes.wake(String(key), stampedAt(writes.stamp()));
}

type Reading = GrantWrites["database"];

/** Readers of the person and thing of a row that gives access; nobody has what is gone already. */
const readers = {
  account: (_database: Reading, { key, userKey = null, targetSystemKey = null, shortId = null }: Values) =>
    Promise.resolve<Values | undefined>({ userKey, targetSystemKey, accountKey: key ?? null, accountName: shortId }),
  async membership({ read }: Reading, { accountKey = null, groupKey = null, throughGroup = null }: Values) {
    const [found] = await read(
      "SELECT a.`userKey`, a.`shortId` AS `accountName`, g.`shortId` AS `groupName`, g.`targetSystemKey` " +
        "FROM `accounts` a, `groups` g WHERE a.`key` = ? AND g.`key` = ?",
      [accountKey, groupKey],
    );
    return found && { ...valuesOf(found), accountKey, groupKey, throughGroup };
  },
  async ownership({ read }: Reading, { userKey = null, groupKey = null }: Values) {
    const [found] = await read(
      "SELECT g.`shortId` AS `groupName`, g.`targetSystemKey` FROM `groups` g WHERE g.`key` = ?",
      [groupKey],
    );
    return found && { ...valuesOf(found), userKey, groupKey };
  },
};

const valuesOf = (row: SqlRow): Values => row as Values;

/**
 * Gives an account and its memberships to another owner: what the memberships were given for, and until when, stays. The account has the
 * reason of the change, and its end if that has one.
 */
async function changeOwner(writes: GrantWrites, account: Values, userKey: SqlValue): Promise<void> {
  const cause = accessCause();
  for (const grant of await openGrants(writes.database, { grants: { accountKey: "key" } }, account)) {
    await end(writes, grant, cause);
    const { gives: because, requestKey, operationKey } = cause;
    const ends = cause.until === null ? {} : { until: cause.until };
    const own = grant["kind"] === "account" ? { because, requestKey, operationKey, ...ends } : {};
    await give(writes, valuesOf(grant)["key"] ?? null, { ...accessOf(grant), ...own, userKey, roleKey: null });
  }
}

/** Follows a membership that becomes a direct one, or one through another group. */
async function changeWay(writes: GrantWrites, membership: Values): Promise<void> {
  const of = followedTable("groupMemberships");
  const cause = accessCause();
  const known = of === undefined ? [] : await openGrants(writes.database, of, membership);
  for (const grant of known) await end(writes, grant, cause);
  const [first] = known;
  if (first === undefined) return;
  const { gives: because, until, requestKey, operationKey } = cause;
  const { throughGroup = null } = membership;
  await give(writes, valuesOf(first)["key"] ?? null, {
    ...accessOf(first),
    throughGroup,
    because,
    until,
    requestKey,
    operationKey,
    roleKey: null,
  });
}

/** Columns of a grant that another one of the same access has too. */
const accessColumns = [
  "kind",
  "userKey",
  "targetSystemKey",
  "accountKey",
  "groupKey",
  "accountName",
  "groupName",
  "throughGroup",
  "because",
  "until",
  "requestKey",
  "operationKey",
  "roleKey",
] as const;

function accessOf(grant: SqlRow): Values {
  return Object.fromEntries(accessColumns.map((name) => [name, grant[name] as SqlValue]));
}

async function give(writes: GrantWrites, thing: SqlValue, access: Values): Promise<void> {
  const stamp = writes.stamp();
  await writes.add({ ...access, key: namedGuid(grantName(String(thing), stamp)), from: stampedAt(stamp) });
}

/** Reads the grants of a row that have not ended. */
function openGrants({ read, dialect }: Reading, of: FollowedTable, row: Values): Promise<SqlRow[]> {
  const kind = endedKind(of);
  const columns: readonly (readonly [string, SqlValue])[] = [
    ...Object.entries(of.grants).map(([column, from]) => [column, row[from] ?? null] as const),
    ...(kind === undefined ? [] : [["kind", kind] as const]),
  ];
  return read(
    `SELECT * FROM \`grants\` WHERE ${columns.map(([column]) => `\`${column}\` = ?`).join(" AND ")} ` +
      `AND \`endedAt\` IS NULL${dialect.forUpdate}`,
    columns.map(([, value]) => value),
  );
}

function end(writes: GrantWrites, grant: SqlRow, { ends, requestKey, operationKey }: AccessCause): Promise<unknown> {
  return writes.change(grant, {
    endedAt: stampedAt(writes.stamp()),
    endedBecause: ends,
    endedByRequestKey: requestKey,
    endedByOperationKey: operationKey,
  });
}
