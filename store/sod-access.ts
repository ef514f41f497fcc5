import type { SodItemType } from "#domain/sod/sod-rule.ts";

import type { Database } from "./database.ts";
import { boundValues, name, sql, type Sql } from "./sql/sql.ts";

/** Item of a rule that a person has, with the part of the rule that they hit by it. */
export interface HeldItem {
  readonly ruleKey: string;
  readonly userKey: string;
  readonly part: number;
  readonly itemType: SodItemType;
  readonly itemKey: string;
}

/** Person who violates a rule. */
export type Violator = Pick<HeldItem, "ruleKey" | "userKey">;

/** Reads of the access that people have, by the rules of separation of duties that name it. */
export interface SodAccess {
  /** Returns the people who violate some rules, as far as these are in force. */
  violatorsOf(ruleKeys: readonly string[]): Promise<readonly Violator[]>;
  /** Returns the people among some who violate any rule in force. */
  violatorsAmong(userKeys: readonly string[]): Promise<readonly Violator[]>;
  /** Returns the items of rules in force that some people have; of some rules if they are given. */
  heldBy(userKeys: readonly string[], ruleKeys?: readonly string[]): Promise<readonly HeldItem[]>;
}

/** Table with the access of people, `a`, and the conditions under which it is that of an item `i`. */
interface Way {
  readonly itemType: SodItemType;
  readonly from: string;
  /** Tables from the items on, in the order in which few rows lead to more. */
  readonly fromItems: string;
  readonly where: string;
}

const ofGrant = (itemType: SodItemType, kind: string, column: string): Way => ({
  itemType,
  from: `\`grants\` a CROSS JOIN \`sodRuleItems\` i`,
  fromItems: "`grants` a",
  where: `a.\`${column}\` = i.\`itemKey\` AND a.\`kind\` = '${kind}' AND a.\`endedAt\` IS NULL`,
});

const ofRole = (itemType: SodItemType, kind: string, column: string): Way => ({
  itemType,
  from: "`roleMembers` a CROSS JOIN `roleEntitlements` e ON e.`roleKey` = a.`roleKey` CROSS JOIN `sodRuleItems` i",
  fromItems: "`roleEntitlements` e CROSS JOIN `roleMembers` a ON a.`roleKey` = e.`roleKey`",
  where: `e.\`${column}\` = i.\`itemKey\` AND e.\`kind\` = '${kind}'`,
});

/** Ways in which a person has an item of a rule: by themselves, or because a role of theirs contains it. */
const ways: readonly Way[] = [
  ofGrant("targetSystem", "account", "targetSystemKey"),
  ofGrant("managedGroup", "membership", "groupKey"),
  {
    itemType: "role",
    from: "`roleMembers` a CROSS JOIN `sodRuleItems` i",
    fromItems: "`roleMembers` a",
    where: "a.`roleKey` = i.`itemKey`",
  },
  ofRole("targetSystem", "account", "targetSystemKey"),
  ofRole("managedGroup", "membership", "groupKey"),
  ofRole("role", "role", "innerRoleKey"),
];

const inForce = "r.`key` = i.`ruleKey` AND r.`enabled` = 1";
const hit = "i.`ruleKey`, a.`userKey`, i.`part`, i.`itemType`, i.`itemKey`, r.`atLeast`";
const isListed = "{listed}";

/** Hits of people, from their access on. */
const ofPeople = ways
  .map(
    ({ itemType, from, where }) =>
      `SELECT ${hit} FROM ${from} CROSS JOIN \`sodRules\` r ` +
      `WHERE ${where} AND i.\`itemType\` = '${itemType}' AND ${inForce} AND ${isListed}`,
  )
  .join(" UNION ALL ");

/** Hits of rules, from their items on. */
const ofRules = ways
  .map(
    ({ itemType, fromItems, where }) =>
      `SELECT ${hit} FROM \`sodRuleItems\` i CROSS JOIN \`sodRules\` r CROSS JOIN ${fromItems} ` +
      `WHERE ${where} AND i.\`itemType\` = '${itemType}' AND ${inForce} AND a.\`userKey\` IS NOT NULL AND ${isListed}`,
  )
  .join(" UNION ALL ");

const violating = (hits: string) =>
  `SELECT h.\`ruleKey\`, h.\`userKey\` FROM (${hits}) h GROUP BY h.\`ruleKey\`, h.\`userKey\` ` +
  "HAVING COUNT(DISTINCT h.`part`) >= MAX(h.`atLeast`)";

const holding = `SELECT DISTINCT h.\`ruleKey\`, h.\`userKey\`, h.\`part\`, h.\`itemType\`, h.\`itemKey\` FROM (${ofPeople}) h`;

/** Makes these reads of a database. */
export function createSodAccess({ dialect, read }: Pick<Database, "dialect" | "read">): SodAccess {
  const find = async <T>(text: string, listed: Sql): Promise<readonly T[]> => {
    const values = boundValues(listed, []);
    const statement = text.replaceAll(isListed, listed.text);
    return (await read(
      statement,
      ways.flatMap(() => values),
    )) as unknown as readonly T[];
  };
  const ofPerson = (keys: readonly string[]) => dialect.listed(name("userKey", "a"), keys);
  const ofRule = (keys: readonly string[]) => dialect.listed(name("ruleKey", "i"), keys);
  return {
    violatorsOf: async (ruleKeys) => (ruleKeys.length === 0 ? [] : find(violating(ofRules), ofRule(ruleKeys))),
    violatorsAmong: async (userKeys) => (userKeys.length === 0 ? [] : find(violating(ofPeople), ofPerson(userKeys))),
    async heldBy(userKeys, ruleKeys) {
      if (userKeys.length === 0) return [];
      const people = ofPerson(userKeys);
      return find(holding, ruleKeys === undefined ? people : sql`${people} AND ${ofRule(ruleKeys)}`);
    },
  };
}
