import { oneOf } from "#domain/query/condition.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { isNamedIn } from "#domain/secret-attributes.ts";
import { membershipName, namedGuid } from "#platform/object-key.ts";
import { accessCause, withAccessCause } from "#store/grants/access-cause.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { alsoGiven } from "../../kernel/rows/also-given.ts";

type Operation = Row<"requestOperations">;
type Group = Row<"groups">;

/** Attributes of an account before and after a change, as far as they are known. */
interface ChangedAttributes {
  readonly accountKey: string;
  readonly before: OrderAttributes;
  readonly after: OrderAttributes;
}

/**
 * Records the memberships that the attributes of an operation have changed, in the current transaction: as the target shows the attributes
 * now. A value that may name several groups decides about none of them; the next discovery shows which it is.
 */
export async function membershipsChanged(
  context: ServiceContext,
  operation: Pick<Operation, "key" | "createdAt" | "attributes" | "memberships">,
  { accountKey, before, after }: ChangedAttributes,
): Promise<void> {
  const { changes = [], keeps = [] } = operation.memberships ?? {};
  if (changes.length === 0) return;
  const asked = Object.keys(operation.attributes);
  const keys = [...new Set([...changes.map(({ groupKey }) => groupKey), ...keeps])];
  const groups = await context.store.select("groups", { where: oneOf("key", keys) });
  const [earlier, now] = [groupsIn(before, { asked, groups }), groupsIn(after, { asked, groups })];
  for (const { code, groupKey } of changes) {
    const where = { groupKey, accountKey };
    const { capability } = definitionOf(code);
    // Such a membership ends with the account, and has no end of its own.
    if (capability === "addMember" && now.has(groupKey))
      await withAccessCause({ ...accessCause(), until: null }, () => addMembership(context, where, operation));
    if (capability === "removeMember" && earlier.has(groupKey) && !now.has(groupKey))
      await removeMembership(context, where);
  }
}

interface Named {
  readonly asked: readonly string[];
  readonly groups: readonly Group[];
}

/** Returns the keys of the groups that the values of the requested attributes name, each value one alone. */
function groupsIn(attributes: OrderAttributes, { asked, groups }: Named): ReadonlySet<string> {
  const named = new Set<string>();
  for (const [name, values] of Object.entries(attributes)) {
    if (!isNamedIn(name, asked)) continue;
    for (const value of values) {
      const found = groups.filter((group) => isNamedBy(group, String(value)));
      const [first] = found;
      if (first !== undefined && found.length === 1) named.add(first.key);
    }
  }
  return named;
}

/** Reports whether a value of an attribute may name a group: by its ID or one of its names, in any case. */
export function isNamedBy({ stableId, shortId, longId }: Group, value: string): boolean {
  return [stableId, shortId, longId].some((name) => name.toLowerCase() === value.toLowerCase());
}

/** Account and group of a membership. */
interface Membership {
  readonly groupKey: string;
  readonly accountKey: string;
}

/** Records a direct membership that an operation gives, or one more grant for a membership that is on record. */
export async function addMembership(
  context: ServiceContext,
  where: Membership,
  operation: Pick<Operation, "key" | "createdAt">,
): Promise<void> {
  const { store } = context;
  const [known] = await store.select("groupMemberships", { where: { ...where }, limit: 1 });
  if (known === undefined) {
    const key = namedGuid(membershipName(where.groupKey, where.accountKey));
    await store.save("groupMemberships", { key, ...where });
    return;
  }
  // An indirect member becomes a direct one.
  if (known.throughGroup !== null)
    await store.save("groupMemberships", { key: known.key, throughGroup: null, shownByTarget: null });
  else await alsoGiven(context, { kind: "membership", ...where }, operation);
}

/** Removes a membership from the record. */
export async function removeMembership({ store }: ServiceContext, where: Membership): Promise<void> {
  const [known] = await store.select("groupMemberships", { where: { ...where }, limit: 1 });
  if (known) await store.remove("groupMemberships", known.key);
}
