import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, oneOf, related } from "#domain/query/condition.ts";
import type { RoleContent } from "#domain/roles/role-content.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { noteRequestedGroups } from "../requests/engine/requested-groups.ts";
import { conditionWriters, refuseWritable, type WrittenFact } from "../user-classes/engine/condition-writers.ts";
import { checkContent } from "./engine/check-content.ts";
import { writeContained } from "./engine/contained-roles.ts";
import { judgedRoleCondition } from "./engine/role-condition.ts";
import { columnsOf, versionsOf } from "./engine/role-versions.ts";

/** Version of a role that is in force now. */
export interface InForce {
  readonly key: string;
  readonly number: number;
  /** Facts that its condition reads, with those besides superusers who can write them. */
  readonly reads: readonly WrittenFact[];
}

/**
 * Puts the draft of a role in force. Its members follow by themselves. `number` says which draft was read; another one is refused. A
 * condition on what others than superusers can write is refused unless `force` is true.
 * @throws NOT_FOUND, FORBIDDEN, ROLE_DRAFT_MISSING, ROLE_CHANGED, ROLE_INVALID, ROLE_CONDITION_WRITABLE and the codes of a $filter
 */
export const putRoleInForce = defineOperation({
  name: "roles.putInForce",
  input: z.strictObject({ key: z.string(), number: z.int().min(1).nullish(), force: z.boolean().nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "roles/putInForce"),
  offered: ({ policy }) => allOf(policy, related("versions", eq("state", "draft"))),
  audit: {
    operation: "ROIF",
    describe: ({ key, force }, output?: InForce) => ({
      ident: key,
      message: output === undefined ? null : `version ${output.number}${force === true ? ", forced" : ""}`,
    }),
  },
  async run(context, { key, number, force }): Promise<InForce> {
    const { store, clock, caller } = context;
    // Two roles that are fine alone could contain each other.
    await store.nextNumber("roles");
    await lockedRow(context, { table: "roles", key });
    const versions = await versionsOf(context, key);
    const draft = versions.find(({ state }) => state === "draft");
    if (draft === undefined) throw new ServiceError("ROLE_DRAFT_MISSING", { target: "key" });
    if ((number ?? draft.number) !== draft.number) throw new ServiceError("ROLE_CHANGED", { target: "number" });
    const { content } = draft;
    await checkContent(context, key, content);
    const reads = await readsOf(context, content.condition);
    if (force !== true) refuseWritable(reads, "ROLE_CONDITION_WRITABLE");
    const now = clock.now();
    for (const before of versions.filter(({ state }) => state === "inForce"))
      await store.save("roleVersions", { key: before.key, state: "retired", retiredAt: now });
    await store.save("roleVersions", { key: draft.key, state: "inForce", inForceAt: now, inForceBy: caller.key });
    await store.save("roles", { key, ...columnsOf(content), state: "inForce", number: draft.number });
    await writeContained(context, key);
    await keepManaged(context, content);
    return { key, number: draft.number, reads };
  },
});

/** Keeps the groups of a role managed, also where the option that took them is turned off. */
async function keepManaged(context: CallContext, { entitlements }: RoleContent): Promise<void> {
  const keys = entitlements.flatMap((one) => (one.kind === "membership" ? [one.groupKey] : []));
  if (keys.length === 0) return;
  await noteRequestedGroups(context, await context.store.select("groups", { where: oneOf("key", keys) }));
}

async function readsOf(context: CallContext, condition: string | null): Promise<readonly WrittenFact[]> {
  return condition === null ? [] : conditionWriters(context, await judgedRoleCondition(context, condition));
}
