import { oneOf } from "#domain/query/condition.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import { flattened, type FlatEntitlement, thingName } from "#domain/roles/flatten-roles.ts";
import type { Entitlement } from "#domain/roles/role-content.ts";
import { namedGuid } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Stored = Pick<CallContext, "store">;

/** Returns what roles in force name themselves, by the keys of the roles. */
export async function namedInForce({ store }: Stored): Promise<Map<string, readonly Entitlement[]>> {
  const versions = await store.select("roleVersions", { where: { state: "inForce" } });
  return new Map(versions.map(({ roleKey, content }) => [roleKey, content.entitlements]));
}

/** Returns the keys of the roles in force that contain a role, themselves or by another one. */
export async function containersOf({ store }: Stored, innerRoleKey: string): Promise<readonly string[]> {
  const rows = await store.select("roleEntitlements", { where: { innerRoleKey } });
  return [...new Set(rows.map(({ roleKey }) => roleKey))].toSorted();
}

/**
 * Writes the content of a role and of the roles in force that contain it, in the current transaction. The content of a role that is no
 * longer in force goes. Rows that stay the same are not written.
 */
export async function writeContained(context: CallContext, changedKey: string): Promise<void> {
  const named = await namedInForce(context);
  const keys = [changedKey, ...(await containersOf(context, changedKey))];
  for (const roleKey of keys) await writeContent(context, roleKey, named.has(roleKey) ? flattened(roleKey, named) : []);
}

/** Row of the content of a role. */
export type ContentRow = FlatEntitlement & Pick<Row<"roleEntitlements">, "key" | "roleKey">;

/** Returns the rows of what a role contains. */
export async function contentRows(
  { store }: Stored,
  roleKey: string,
  flat: readonly FlatEntitlement[],
): Promise<readonly ContentRow[]> {
  const groupKeys = flat.flatMap(({ groupKey }) => groupKey ?? []);
  const groups = groupKeys.length === 0 ? [] : await store.select("groups", { where: oneOf("key", groupKeys) });
  const targetOf = new Map(groups.map(({ key, targetSystemKey }) => [key, targetSystemKey]));
  return flat.map((one) => ({
    ...one,
    // The same key on every node, and for the same thing in every version.
    key: namedGuid(`role\n${roleKey}\n${thingName(one)}`),
    roleKey,
    targetSystemKey: one.targetSystemKey ?? targetOf.get(one.groupKey ?? "") ?? null,
  }));
}

async function writeContent(context: CallContext, roleKey: string, flat: readonly FlatEntitlement[]): Promise<void> {
  const { store } = context;
  const known = new Map((await store.select("roleEntitlements", { where: { roleKey } })).map((row) => [row.key, row]));
  for (const row of await contentRows(context, roleKey, flat)) {
    const before = known.get(row.key);
    known.delete(row.key);
    const isSame = before !== undefined && Object.entries(row).every(([name, value]) => isEqual(before, name, value));
    if (!isSame) await store.save("roleEntitlements", row);
  }
  for (const key of known.keys()) await store.remove("roleEntitlements", key);
}

function isEqual(row: Readonly<Record<string, unknown>>, name: string, value: unknown): boolean {
  return canonicalJson(row[name] ?? null) === canonicalJson(value ?? null);
}
