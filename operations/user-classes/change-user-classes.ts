import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isBuiltInClass, isComputedClass, isReservedClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { never } from "#domain/query/condition.ts";
import { userClasses } from "#domain/resources/user-classes.ts";
import { userClassRemovedMembersMax } from "#domain/user-class-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { bringUpMembers, type MemberDifference, memberDifference } from "./engine/bring-up-members.ts";
import { judgedCondition } from "./engine/class-conditions.ts";
import { provePolicy, requirePolicyTogether } from "./engine/class-password-policy.ts";
import { conditionWriters, refuseWritable } from "./engine/condition-writers.ts";
import { usesOfClass } from "./engine/uses-of-class.ts";

/**
 * Adds a user class; the first users whom its condition chooses are members at once, the others a moment later.
 * @throws USER_CLASS_EXISTS, USER_CLASS_BUILT_IN, USER_CLASS_CONDITION_INVALID, USER_CLASS_CONDITION_WRITABLE, PASSWORD_POLICY_UNKNOWN,
 * PASSWORD_POLICIES_CONTRADICT, READ_TOO_LONG and the codes of a $filter
 */
export const addUserClass = defineOperation({
  name: "userClasses.add",
  input: z.strictObject({ ...inputOf(userClasses, "create"), force: z.boolean().nullish() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("userClasses") }],
  audit: { operation: "UCAD", describe: ({ id }) => ({ ident: id }) },
  async prepare(context, { id, condition, passwordPolicyId }) {
    if (isReservedClass(id)) throw new ServiceError("USER_CLASS_BUILT_IN", { target: "id" });
    const together = await provePolicy(context, id, passwordPolicyId);
    return { difference: await differenceFor(context, id, condition), together };
  },
  async run(context, { force, ...input }, { difference, together }) {
    const { store } = context;
    if (await store.get("userClasses", input.id)) throw new ServiceError("USER_CLASS_EXISTS", { target: "id" });
    await requirePolicyTogether(context, input.id, input.passwordPolicyId, together);
    await judgedInTurn(context, input.id, { condition: input.condition, force });
    const row = await store.save("userClasses", input);
    await bringUpMembers(context, input.id, difference);
    return row;
  },
});

/**
 * Changes the given fields of a user class. A new condition chooses members again; those added by hand stay. If users get a permission for
 * privileged passwords by it, the persons responsible for them are notified.
 * @throws NOT_FOUND, USER_CLASS_COMPUTED, USER_CLASS_CONDITION_INVALID, USER_CLASS_CONDITION_WRITABLE, PASSWORD_POLICY_UNKNOWN,
 * PASSWORD_POLICIES_CONTRADICT, READ_TOO_LONG and the codes of a $filter
 */
export const updateUserClass = defineOperation({
  name: "userClasses.update",
  input: z.strictObject({ key: z.string(), ...inputOf(userClasses, "change"), force: z.boolean().nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "userClasses"),
  audit: { operation: "UCUP", describe: ({ key }) => ({ ident: key }) },
  async prepare(context, { key, condition, passwordPolicyId }) {
    await visibleRow(context, { table: "userClasses", key });
    const together = await provePolicy(context, key, passwordPolicyId);
    if (condition === undefined) return { difference: noDifference, together };
    if (isComputedClass(key)) throw new ServiceError("USER_CLASS_COMPUTED", { target: "condition" });
    return { difference: await differenceFor(context, key, condition), together };
  },
  async run(context, { key, force, ...fields }, { difference, together }) {
    await lockedRow(context, { table: "userClasses", key });
    await requirePolicyTogether(context, key, fields.passwordPolicyId, together);
    await judgedInTurn(context, key, { condition: fields.condition, force });
    const row = await context.store.save("userClasses", { id: key, ...definedFields(fields) });
    await bringUpMembers(context, key, difference);
    return row;
  },
});

/**
 * Removes a user class that nothing uses, with its members.
 * @throws NOT_FOUND, USER_CLASS_BUILT_IN, USER_CLASS_IN_USE that names who uses it, USER_CLASS_TOO_LARGE
 */
export const removeUserClass = defineOperation({
  name: "userClasses.remove",
  callers: ["user", "engine"],
  audit: { operation: "UCRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("userClasses", async (context, { id }) => {
    await takeTurn(context);
    if (isBuiltInClass(id)) throw new ServiceError("USER_CLASS_BUILT_IN", { target: id });
    const uses = await usesOfClass(context, id);
    if (uses.length > 0) throw inUse(id, uses);
    await removeMembers(context, id);
  }),
});

const noDifference: MemberDifference = { come: [], gone: [], more: false };

async function differenceFor(context: CallContext, id: string, condition: string | null): Promise<MemberDifference> {
  return memberDifference(context, id, await boundFor(context, id, condition));
}

async function boundFor(context: CallContext, id: string, condition: string | null): Promise<Expression> {
  return condition === null ? never : judgedCondition(context, id, condition);
}

/** Others may have changed classes since the condition was judged, and two that are fine alone may make a circle together. */
async function judgedInTurn(context: CallContext, id: string, { condition, force }: WantedCondition): Promise<void> {
  if (condition === null || condition === undefined) return;
  await takeTurn(context);
  const judged = await judgedCondition(context, id, condition);
  if (force !== true) refuseWritable(await conditionWriters(context, judged), "USER_CLASS_CONDITION_WRITABLE");
}

interface WantedCondition {
  readonly condition: string | null | undefined;
  /** True to accept a condition on facts that others than superusers can write. */
  readonly force: boolean | null | undefined;
}

/** Locks the counter's row until the commit, so that changes of class conditions follow each other. */
async function takeTurn({ store }: CallContext): Promise<void> {
  await store.nextNumber("userClasses");
}

function inUse(id: string, uses: readonly string[]): ServiceError {
  const message = `The user class '${id}' is used by ${uses.join(", ")}. Take it out there first.`;
  return new ServiceError("USER_CLASS_IN_USE", { target: id, message });
}

async function removeMembers({ store }: CallContext, userClassId: string): Promise<void> {
  const limit = userClassRemovedMembersMax + 1;
  const members = await store.select("userClassMembers", { where: { userClassId }, limit });
  if (members.length === limit) throw new ServiceError("USER_CLASS_TOO_LARGE", { target: userClassId });
  for (const { key } of members) await store.remove("userClassMembers", key);
}
