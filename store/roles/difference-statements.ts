import { deficitExceptionCode, roleAddCode, surplusExceptionCode } from "#domain/requests/named-codes.ts";
import { RequestOrigin } from "#domain/requests/request-origin.ts";
import type { RoleAccess } from "#domain/roles/differences.ts";
import { accessCodes, type EnforcementTerms } from "#domain/roles/enforcement-terms.ts";
import { roleRemovalCode } from "#domain/roles/removal-code.ts";

import type { Dialect } from "../sql/dialect.ts";
import { fill } from "../sql/fill.ts";
import { type BoundSql, boundValues, joinSql, marks, raw, type Sql } from "../sql/sql.ts";
import {
  isDenied,
  isPresent,
  isSame,
  isWithin,
  joinInOrder,
  notAsked,
  notExcepted,
  openOperations,
  type Thing,
  toBeEnforced,
  unindexed,
  wasDenied,
} from "./difference-conditions.ts";
import type { PeopleRange } from "./people-range.ts";

/** Search for differences. */
interface Search {
  readonly people: PeopleRange;
  readonly terms: EnforcementTerms;
}

/** Returns the statement for what members of roles lack. */
export function lacking(dialect: Dialect, { people, terms }: Search): BoundSql {
  const thing: Thing = { user: "u.`key`", target: "e.`targetSystemKey`", group: "e.`groupKey`" };
  const join = joinInOrder(dialect);
  const from = `FROM \`users\` u ${join} \`roleMembers\` m ON m.\`userKey\` = u.\`key\` ${join} \`roleEntitlements\` e ON e.\`roleKey\` = m.\`roleKey\``;
  const columns = "m.`userKey`, m.`roleKey`, e.`kind` AS `access`, e.`targetSystemKey`, e.`groupKey`";
  const conditions = [
    isWithin(dialect, people),
    isPresent(dialect, terms),
    toBeEnforced(dialect, terms),
    isOneOf("e.`kind`"),
    lacks(dialect, thing, raw("e.`kind`")),
    notExcepted(dialect, "deficit", thing, terms),
    notAsked(dialect, thing, [accessCodes.account.gives, accessCodes.membership.gives, deficitExceptionCode]),
    // By the role of the entitlement, so that it is asked last.
    fill(
      `NOT EXISTS (? AND ${unindexed(dialect, "o.`code`")} = ? AND ${unindexed(dialect, "o.`roleKey`")} = e.\`roleKey\`)`,
      openOperations(dialect, thing.user),
      roleRemovalCode,
    ),
  ];
  const denied = isDenied(dialect, thing, { code: deficitExceptionCode, since: "m.`from`" });
  return whole(fill(`SELECT DISTINCT ${columns}, ? AS \`isDenied\` ${from} WHERE ?`, denied, all(conditions)));
}

/** Returns the statement for what people have beyond their roles. */
export function surplus(dialect: Dialect, { people, terms }: Search): BoundSql {
  const thing: Thing = { user: "u.`key`", target: "g.`targetSystemKey`", group: "g.`groupKey`" };
  const join = joinInOrder(dialect);
  // Operations are found by their request: there are many more with the same code, or about the same role.
  const code = unindexed(dialect, "o.`code`");
  const roleKey = unindexed(dialect, "o.`roleKey`");
  const containing = byKind(
    (contained) => `${roleKey} IN (SELECT e.\`roleKey\` FROM \`roleEntitlements\` e WHERE ${contained})`,
  );
  const columns = "g.`userKey`, g.`accountKey`, g.`kind` AS `access`, g.`targetSystemKey`, g.`groupKey`";
  const conditions = [
    isWithin(dialect, people),
    isPresent(dialect, terms),
    toBeEnforced(dialect, terms),
    isOneOf(unindexed(dialect, "g.`kind`")),
    raw("g.`endedAt` IS NULL"),
    // The index tells all that is asked of access that a role gives, so only the rows of the rest are read.
    fill(
      "CASE WHEN ? THEN 0 ELSE g.`throughGroup` IS NULL AND g.`accountKey` IS NOT NULL AND (g.`until` IS NULL OR g.`until` > ?) END",
      byKind(
        (_contained, given) =>
          `EXISTS (SELECT 1 FROM \`roleMembers\` m ${join} \`roleEntitlements\` e ON e.\`roleKey\` = m.\`roleKey\` WHERE m.\`userKey\` = u.\`key\` AND ${given})`,
      ),
      terms.nowMs,
    ),
    byKind(
      (contained) =>
        `EXISTS (SELECT 1 FROM \`roleEntitlements\` e JOIN \`roles\` r ON r.\`key\` = e.\`roleKey\` WHERE ${contained} AND r.\`surplus\` <> 'none')`,
    ),
    fill(`(g.\`kind\` <> ? OR (NOT ${asksEverybody("g.`targetSystemKey`")} AND ?))`, accountKind, isWithoutMemberships),
    notExcepted(dialect, "surplus", thing, terms),
    notAsked(dialect, thing, [surplusExceptionCode]),
    notTaken(dialect),
    fill(`NOT EXISTS (? AND ${code} = ? AND ?)`, openOperations(dialect, thing.user), roleAddCode, containing),
  ];
  const denied = isDenied(dialect, thing, { code: surplusExceptionCode, since: "g.`from`" });
  const roleDenied = fill(
    `EXISTS (? AND q.\`origin\` = ? AND ${code} = ? AND ?)`,
    wasDenied(dialect, thing.user, "g.`from`"),
    RequestOrigin.Rbacenforce,
    roleAddCode,
    containing,
  );
  const isAnyDenied = fill("CASE WHEN ? = 1 OR ? THEN 1 ELSE 0 END", denied, roleDenied);
  const from = `FROM \`users\` u ${join} \`grants\` g ON g.\`userKey\` = u.\`key\``;
  return whole(fill(`SELECT DISTINCT ${columns}, ? AS \`isDenied\` ${from} WHERE ?`, isAnyDenied, all(conditions)));
}

/** Returns the statement for accounts that target systems ask of everybody. */
export function mandatory(dialect: Dialect, { people, terms }: Search): BoundSql {
  const thing: Thing = { user: "u.`key`", target: "s.`id`", group: null };
  const conditions = [
    raw(`s.\`enabled\` = 1 AND ${asksEverybody("s.`id`")}`),
    isWithin(dialect, people),
    isPresent(dialect, terms),
    lacks(dialect, thing, fill("?", accountKind)),
    notExcepted(dialect, "deficit", thing, terms),
    notAsked(dialect, thing, [accessCodes.account.gives, deficitExceptionCode]),
  ];
  const from = `FROM \`targetSystems\` s ${joinInOrder(dialect)} \`users\` u ON 1 = 1`;
  return whole(
    fill(`SELECT u.\`key\` AS \`userKey\`, s.\`id\` AS \`targetSystemKey\` ${from} WHERE ?`, all(conditions)),
  );
}

const whole = (statement: Sql): BoundSql => ({ text: statement.text, values: boundValues(statement, []) });
const all = (conditions: readonly Sql[]): Sql => joinSql(conditions, " AND ");

const accountKind = "account";

/** Returns the condition that a column has one of the kinds of access that roles give. */
const isOneOf = (kind: string): Sql => fill(`${kind} IN (?)`, marks(Object.keys(accessCodes)));

/** Conditions on an entitlement `e`: it contains the access of a grant `g`, or its member needs the access. */
const containedBy: Readonly<Record<RoleAccess, { readonly contained: string; readonly given: string }>> = {
  account: {
    contained: "e.`targetSystemKey` = g.`targetSystemKey` AND e.`kind` = 'account'",
    // A membership needs an account, so a role that gives the one gives the other.
    given: "e.`targetSystemKey` = g.`targetSystemKey` AND e.`kind` IN ('account', 'membership')",
  },
  membership: { contained: "e.`groupKey` = g.`groupKey`", given: "e.`groupKey` = g.`groupKey`" },
};

/** Returns a condition on a grant `g` that is made of those on entitlements for its kind; each finds them by an index of their own. */
function byKind(make: (contained: string, given: string) => string): Sql {
  const of = ({ contained, given }: (typeof containedBy)[RoleAccess]) => make(contained, given);
  return fill(
    `CASE g.\`kind\` WHEN ? THEN ${of(containedBy.account)} ELSE ${of(containedBy.membership)} END`,
    accountKind,
  );
}

/** Condition that the account of a grant `g` is a direct member of no group: it goes after its memberships, and never with those that stay. */
const isWithoutMemberships = raw(
  "NOT EXISTS (SELECT 1 FROM `grants` h WHERE h.`accountKey` = g.`accountKey` AND h.`groupKey` IS NOT NULL AND h.`endedAt` IS NULL AND h.`throughGroup` IS NULL)",
);

function lacks(dialect: Dialect, { user, target, group }: Thing, kind: Sql): Sql {
  return fill(
    `NOT EXISTS (SELECT 1 FROM \`grants\` g WHERE g.\`userKey\` = ${user} AND ? ` +
      `AND g.\`endedAt\` IS NULL AND ${unindexed(dialect, "g.`kind`")} = ? AND ${unindexed(dialect, "g.`targetSystemKey`")} = ${target})`,
    isSame(dialect, "g", group),
    kind,
  );
}

/** Returns the condition that no open operation takes the access of a grant, or the account that has it. */
function notTaken(dialect: Dialect): Sql {
  const { account, membership } = accessCodes;
  return fill(
    `NOT EXISTS (? AND ${unindexed(dialect, "o.`accountKey`")} = g.\`accountKey\` AND (o.\`code\` = ? OR (o.\`code\` = ? AND o.\`groupKey\` = g.\`groupKey\`)))`,
    openOperations(dialect, "u.`key`"),
    account.takes,
    membership.takes,
  );
}

function asksEverybody(target: string): string {
  return `EXISTS (SELECT 1 FROM \`targetSystemOptions\` p WHERE p.\`targetSystemId\` = ${target} AND p.\`name\` = 'userAccountsMandatory' AND p.\`value\` = 'true')`;
}
