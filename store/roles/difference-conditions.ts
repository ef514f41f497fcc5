import { OperationResult } from "#domain/requests/operation-result.ts";
import { openStatuses, RequestStatus } from "#domain/requests/request-status.ts";
import { enforcedValues, type EnforcementTerms } from "#domain/roles/enforcement-terms.ts";

import type { Dialect } from "../sql/dialect.ts";
import { fill } from "../sql/fill.ts";
import { marks, raw, type Sql } from "../sql/sql.ts";
import type { PeopleRange } from "./people-range.ts";

/** Columns of the person and of the access that a condition is about. */
export interface Thing {
  readonly user: string;
  readonly target: string;
  /** Column of the group, null where the access is an account; null if it always is one. */
  readonly group: string | null;
}

/** Returns the word that joins a table after the one before it; SQLite keeps the order of such loops. */
export function joinInOrder({ name }: Dialect): string {
  return name === "sqlite" ? "CROSS JOIN" : "JOIN";
}

/** Returns a column by which SQLite is not to look rows up, because another index finds fewer. */
export function unindexed({ name }: Dialect, column: string): string {
  return name === "sqlite" ? `+${column}` : column;
}

/** Returns the condition that a user `u` is among the people. */
export function isWithin(dialect: Dialect, people: PeopleRange): Sql {
  if ("userKeys" in people) return dialect.listed(raw("u.`key`"), people.userKeys);
  const { after, upTo } = people;
  const from = after === null ? raw("u.`key` IS NOT NULL") : fill("u.`key` > ?", after);
  return upTo === null ? from : fill("? AND u.`key` <= ?", from, upTo);
}

/** Returns the condition that a user `u` is neither disabled nor has left. */
export function isPresent(dialect: Dialect, { nowMs }: EnforcementTerms): Sql {
  const [disabled, endsAt] = ["u.`disabled`", "u.`endsAt`"].map((column) => unindexed(dialect, column));
  return fill(`${disabled} = 0 AND (${endsAt} IS NULL OR ${endsAt} > ?)`, nowMs);
}

/** Returns the condition that the access of a user `u` is compared with their roles. */
export function toBeEnforced(dialect: Dialect, { attribute }: EnforcementTerms): Sql {
  const value = dialect.lower(dialect.trim(raw("a.`value`")), false);
  return fill(
    `EXISTS (SELECT 1 FROM \`userAttributes\` a WHERE a.\`userKey\` = u.\`key\` AND a.\`name\` = ? AND ? IN (?))`,
    attribute,
    value,
    marks(enforcedValues),
  );
}

/** Returns the condition that rows of an alias are about the same group, or about none as well. */
export function isSame({ same }: Dialect, alias: string, group: string | null): Sql {
  const ofAlias = `${alias}.\`groupKey\``;
  return group === null ? raw(`${ofAlias} IS NULL`) : same(raw(ofAlias), raw(group));
}

/** Returns the condition that no exception holds for the access. */
export function notExcepted(
  dialect: Dialect,
  kind: "surplus" | "deficit",
  { user, target, group }: Thing,
  { nowMs }: EnforcementTerms,
): Sql {
  return fill(
    `NOT EXISTS (SELECT 1 FROM \`accessExceptions\` x WHERE x.\`userKey\` = ${user} AND x.\`kind\` = ? AND x.\`targetSystemKey\` = ${target} ` +
      "AND ? AND x.`endedAt` IS NULL AND (x.`until` IS NULL OR x.`until` > ?))",
    kind,
    isSame(dialect, "x", group),
    nowMs,
  );
}

/** Returns the SELECT of the open operations `o` of a person; more conditions may follow. */
export function openOperations(dialect: Dialect, user: string): Sql {
  return fill(
    `SELECT 1 FROM \`reqbatch\` q ${joinInOrder(dialect)} \`requestOperations\` o ON o.\`requestKey\` = q.\`key\` WHERE q.\`recipientKey\` = ${user} ` +
      "AND q.`status` IN (?) AND (o.`result` IS NULL OR o.`result` = ?)",
    marks(openStatuses),
    OperationResult.Pending,
  );
}

/** Returns the condition that no open operation with one of these codes is about the access. */
export function notAsked(dialect: Dialect, { user, target, group }: Thing, codes: readonly string[]): Sql {
  return fill(
    `NOT EXISTS (? AND o.\`code\` IN (?) AND o.\`targetSystemKey\` = ${target} AND ?)`,
    openOperations(dialect, user),
    marks(codes),
    isSame(dialect, "o", group),
  );
}

/** Returns the SELECT of the operations `o` of a person that were denied since a time; more conditions may follow. */
export function wasDenied(dialect: Dialect, user: string, since: string): Sql {
  return fill(
    `SELECT 1 FROM \`reqbatch\` q ${joinInOrder(dialect)} \`requestOperations\` o ON o.\`requestKey\` = q.\`key\` WHERE q.\`recipientKey\` = ${user} ` +
      `AND q.\`createdAt\` >= ${since} AND (q.\`status\` = ? OR o.\`result\` = ?)`,
    RequestStatus.Denied,
    OperationResult.Refused,
  );
}

/** Returns 1 if an operation with a code about the access was denied since a time, otherwise 0. */
export function isDenied(
  dialect: Dialect,
  { user, target, group }: Thing,
  { code, since }: { readonly code: string; readonly since: string },
): Sql {
  return fill(
    `CASE WHEN EXISTS (? AND o.\`code\` = ? AND o.\`targetSystemKey\` = ${target} AND ?) THEN 1 ELSE 0 END`,
    wasDenied(dialect, user, since),
    code,
    isSame(dialect, "o", group),
  );
}
