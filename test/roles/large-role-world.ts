import type { Database } from "#store/database.ts";

import { addNumberedRows, analyzeTables, numberedKey, numberedSql } from "../support/numbered-rows.ts";

/** Size of such a world. */
export interface LargeWorld {
  readonly people: number;
  /** Roles for a department; each contains one of the roles for a site, of which there is a third as many. */
  readonly departments: number;
}

const groupsOfSite = 2;
const groupsOfDepartment = 6;
const targets = 2;
/** Grants of each person: accounts and memberships. */
export const grantsOfPerson = targets + groupsOfSite + groupsOfDepartment;

/** Returns the key of a row by its kind and number. */
export const largeKey = numberedKey;

/**
 * Fills a database, by one statement for each table, with people who have the roles for their department and its site, and exactly the access
 * that these give. Such rows have no row in the change log.
 */
export async function fillLargeWorld(database: Database, { people, departments }: LargeWorld): Promise<void> {
  const sites = Math.ceil(departments / 3);
  const { key: hex, text, whole } = numberedSql;
  const each = (table: string, count: number, columns: Readonly<Record<string, string>>) =>
    addNumberedRows(database, table, { count, columns });
  const department = (person: string) => `(${person} % ${departments})`;
  const site = (ofDepartment: string) => `(${ofDepartment} % ${sites})`;
  const half = whole("i / 2");
  await each("users", people, {
    key: hex("1", "i"),
    id: text("'p'", "i"),
    superuser: "0",
    locked: "0",
    disabled: "0",
    failures: "0",
    tokenVersion: "0",
  });
  const attributes = 3;
  const owner = whole(`i / ${attributes}`);
  await each("userAttributes", people * attributes, {
    key: hex("a", "i"),
    userKey: hex("1", owner),
    name: `CASE i % 3 WHEN 0 THEN 'department' WHEN 1 THEN 'site' ELSE 'enforceRoles' END`,
    sequence: "0",
    value: `CASE i % 3 WHEN 0 THEN ${text("'d'", department(owner))} WHEN 1 THEN ${text("'s'", site(department(owner)))} ELSE 'true' END`,
  });
  const isSite = `i >= ${departments}`;
  const roles = departments + sites;
  await each("roles", roles, {
    key: hex("2", "i"),
    id: text("'r'", "i"),
    state: "'inForce'",
    number: "1",
    condition: `CASE WHEN ${isSite} THEN ${text("'attributes/any(a:a/name eq ''site'' and a/value eq ''s'", `(i - ${departments})`, "''')'")} ELSE ${text("'attributes/any(a:a/name eq ''department'' and a/value eq ''d'", "i", "''')'")} END`,
    surplus: "'remove'",
    deficit: "'add'",
    asksPhases: "0",
    createdAt: "0",
  });
  await each("roleMembers", people * 2, {
    key: hex("3", "i"),
    roleKey: hex(
      "2",
      `(CASE i % 2 WHEN 0 THEN ${department(half)} ELSE ${departments} + ${site(department(half))} END)`,
    ),
    userKey: hex("1", half),
    from: "0",
  });
  // A thing has a number: the accounts, then the groups of the site, then those of the department.
  const things = (count: number, role: string, ofSite: string, ofDepartment: string) => {
    const number = `(i % ${count})`;
    const isAccount = `${number} < ${targets}`;
    const ofGroup = `CASE WHEN ${number} < ${targets + groupsOfSite} THEN ${hex("4", `(${ofSite} * ${groupsOfSite} + ${number} - ${targets})`)} ELSE ${hex("5", `(${ofDepartment} * ${groupsOfDepartment} + ${number} - ${targets + groupsOfSite})`)} END`;
    return {
      kind: `CASE WHEN ${isAccount} THEN 'account' ELSE 'membership' END`,
      targetSystemKey: `CASE WHEN ${number} = 1 THEN 'T2' ELSE 'T1' END`,
      groupKey: `CASE WHEN ${isAccount} THEN NULL ELSE ${ofGroup} END`,
      role,
    };
  };
  const entitlement = (count: number, first: number, ofSite: string, ofDepartment: string) => {
    const role = whole(`i / ${count}`);
    const { kind, targetSystemKey, groupKey } = things(count, role, ofSite, ofDepartment);
    return {
      key: hex("6", `(i + ${first})`),
      roleKey: hex("2", role),
      kind,
      targetSystemKey,
      groupKey,
      attributes: "'{}'",
    };
  };
  const ofRole = whole(`i / ${grantsOfPerson}`);
  await each("roleEntitlements", departments * grantsOfPerson, entitlement(grantsOfPerson, 0, site(ofRole), ofRole));
  const ofSiteRole = targets + groupsOfSite;
  const siteOfRow = whole(`i / ${ofSiteRole}`);
  await each("roleEntitlements", sites * ofSiteRole, {
    ...entitlement(ofSiteRole, departments * grantsOfPerson, siteOfRow, "0"),
    roleKey: hex("2", `(${departments} + ${siteOfRow})`),
  });
  await each("roleEntitlements", departments, {
    key: hex("7", "i"),
    roleKey: hex("2", "i"),
    kind: "'role'",
    innerRoleKey: hex("2", `(${departments} + ${site("i")})`),
  });
  const person = whole(`i / ${grantsOfPerson}`);
  const { kind, targetSystemKey, groupKey } = things(grantsOfPerson, "", site(department(person)), department(person));
  await each("grants", people * grantsOfPerson, {
    key: hex("8", "i"),
    kind,
    userKey: hex("1", person),
    targetSystemKey,
    accountKey: `CASE WHEN i % ${grantsOfPerson} = 1 THEN ${hex("b", person)} ELSE ${hex("9", person)} END`,
    groupKey,
    because: "'role'",
    from: "0",
  });
  await analyzeTables(database, ["users", "userAttributes", "roles", "roleMembers", "roleEntitlements", "grants"]);
}
