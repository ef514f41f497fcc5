import { z } from "zod";

import { afterManaging, afterUnmanaging, isSameManagement, type Management } from "#domain/discovery/managed-groups.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

const input = z.strictObject({ key: keyInput });

/**
 * Manages a group, so that its memberships and owners can be requested, whether or not the target system's discoveries take groups. A group
 * that is managed already stays managed.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const manageGroup = defineOperation({
  name: "groups.manage",
  input,
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "groups/manage"),
  offered: ({ policy }) => allOf(policy, eq("managed", false)),
  audit: { operation: "GRPM", describe: describeManagement },
  run: (context, { key }) => changeManagement(context, key, afterManaging),
});

/**
 * Stops managing a group: it leaves the catalog, and no discovery takes it until it is managed again. Its members on the target system
 * stay. A group that is not managed already is kept so.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_IN_USE
 */
export const unmanageGroup = defineOperation({
  name: "groups.unmanage",
  input,
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "groups/unmanage"),
  offered: ({ policy }) => allOf(policy, eq("managed", true)),
  audit: { operation: "GRPN", describe: describeManagement },
  async run(context, { key }) {
    await refuseContained(context, key);
    return changeManagement(context, key, afterUnmanaging);
  },
});

/** Refuses to give a group back that a role in force gives. */
async function refuseContained({ store }: CallContext, groupKey: string): Promise<void> {
  const [contained] = await store.select("roleEntitlements", { where: { groupKey }, limit: 1 });
  if (contained === undefined) return;
  const role = await store.get("roles", contained.roleKey);
  const message = `The role '${role?.id ?? ""}' gives memberships of this group. Put a version of the role in force that does not.`;
  throw new ServiceError("ROLE_IN_USE", { target: "key", message });
}

/** A group after its management was to change. */
export interface ManagedGroup extends Management {
  readonly key: string;
  readonly targetSystemKey: string;
  /** Name on the target system. */
  readonly shortId: string;
  /** True if the call has changed whether it is managed. */
  readonly changed: boolean;
}

async function changeManagement(
  context: CallContext,
  key: string,
  after: (before: Management) => Management,
): Promise<ManagedGroup> {
  const group = await lockedRow(context, { table: "groups", key });
  const management = after(group);
  if (!isSameManagement(group, management)) await context.store.save("groups", { key, ...management });
  const { targetSystemKey, shortId } = group;
  return { key, targetSystemKey, shortId, ...management, changed: group.managed !== management.managed };
}

function describeManagement({ key }: z.output<typeof input>, group?: ManagedGroup) {
  return { ident: key, targetSystem: group?.targetSystemKey ?? null, message: group?.shortId ?? null };
}
