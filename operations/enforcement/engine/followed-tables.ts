import { isNever } from "#domain/query/condition.ts";
import { readFacts } from "#domain/roles/read-facts.ts";
import type { TableName } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { tablesOf } from "../../user-classes/engine/tables-of.ts";
import { chosenRoles } from "./enforced-roles.ts";

/** Tables whose changes may make differences. */
export interface FollowedTables {
  /** Every such table; none if no role is in force and no target system asks everybody for an account. */
  readonly tables: readonly TableName[];
  /** Tables among them whose changes concern one person alone. */
  readonly ofPerson: readonly TableName[];
}

/** Tables that differences are computed from, whatever the conditions of roles ask for, and those that say which node looks for them. */
const always: readonly TableName[] = [
  "accessExceptions",
  "grants",
  "nodeExpulsions",
  "nodes",
  "roleAssignments",
  "roleEntitlements",
  "roleMembers",
  "roles",
  "targetSystemOptions",
  "targetSystems",
  "userAttributes",
  "users",
];

/** Tables each of whose rows says by `userKey` whom it is about; a row of `users` is the person. */
const ofPerson: readonly TableName[] = [
  "accessExceptions",
  "accounts",
  "grants",
  "roleAssignments",
  "roleMembers",
  "userAttributes",
  "userClassMembers",
  "users",
];

/** Relations by which the condition of one person reads the rows of another. */
const toOthers = ["manager", "reports", "sponsor"];

/** Returns the tables whose changes may make differences now. */
export async function followedTables(context: Pick<CallContext, "store" | "userCondition">): Promise<FollowedTables> {
  const { store } = context;
  const roles = (await chosenRoles(context, null)).filter(({ role }) => role.state === "inForce");
  const options = await store.select("targetSystemOptions", { where: { name: "userAccountsMandatory" } });
  const isMandatory = options.some(({ value }) => value === true);
  // What would make the first difference has to be seen.
  if (roles.length === 0 && !isMandatory) return { tables: ["roles", "targetSystemOptions"], ofPerson: [] };
  const conditions = roles.map(({ condition }) => condition).filter((condition) => !isNever(condition));
  const asked = conditions.flatMap((condition) => tablesOf("users", condition));
  const tables = [...new Set([...always, ...asked])].toSorted();
  const readsOthers = conditions.some((condition) =>
    toOthers.some((relation) => readFacts(condition).relations.has(relation)),
  );
  return { tables, ofPerson: readsOthers ? ofPerson.filter((table) => !asked.includes(table)) : ofPerson };
}
