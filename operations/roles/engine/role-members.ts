import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endGrantNow } from "../../kernel/rows/end-grant-now.ts";
import { roleGiving } from "../../kernel/rows/role-giving.ts";

/** Membership of a person in a role. */
interface Membership {
  readonly userKey: string;
  readonly roleKey: string;
}

/** Makes a person a member of a role in the current transaction; returns false for one who is a member already. */
export async function addRoleMember(
  { store, ids, clock }: CallContext,
  { userKey, roleKey }: Membership,
): Promise<boolean> {
  const [known] = await store.select("roleMembers", { where: { userKey, roleKey }, forUpdate: true });
  if (known !== undefined) return false;
  await store.add("roleMembers", { key: ids.guid(), userKey, roleKey, from: clock.now() });
  return true;
}

/**
 * Removes a person from a role in the current transaction. What was given through it ends, unless another role of the person gives it too,
 * or other access needs the account. Returns the number of accesses that end; undefined if the person was no member.
 */
export async function removeRoleMember(
  context: CallContext,
  { userKey, roleKey }: Membership,
): Promise<number | undefined> {
  const { store } = context;
  const [known] = await store.select("roleMembers", { where: { userKey, roleKey }, forUpdate: true });
  if (known === undefined) return undefined;
  await store.remove("roleMembers", known.key);
  const given = await store.select("grants", {
    where: { userKey, roleKey, endedAt: null },
    orderBy: [["key", "asc"]],
    forUpdate: true,
  });
  const ending: Row<"grants">[] = [];
  for (const grant of given) {
    const other = await roleGiving(context, grant);
    if (other === undefined) ending.push(grant);
    else await store.save("grants", { key: grant.key, roleKey: other });
  }
  // Memberships first, because an account stays for what else it is needed for.
  let ended = 0;
  for (const grant of ending.toSorted((one, another) => order(one) - order(another))) {
    const [needing] = await needingAccess(context, grant, ending);
    if (needing !== undefined) {
      await store.save("grants", { key: grant.key, roleKey: needing.roleKey });
      continue;
    }
    await endGrantNow(context, grant);
    ended += 1;
  }
  return ended;
}

const order = ({ kind }: Row<"grants">) => (kind === "account" ? 1 : 0);

/** Returns grants of access that lasts and needs the account of a grant, those through roles first. */
async function needingAccess(
  { store }: CallContext,
  { kind, accountKey }: Row<"grants">,
  ending: readonly Row<"grants">[],
): Promise<readonly Row<"grants">[]> {
  if (kind !== "account" || accountKey === null) return [];
  const keys = new Set(ending.map(({ key }) => key));
  const others = await store.select("grants", {
    where: { accountKey, kind: "membership", endedAt: null, throughGroup: null },
  });
  return others
    .filter(({ key }) => !keys.has(key))
    .toSorted((one, other) => Number(one.roleKey === null) - Number(other.roleKey === null));
}
