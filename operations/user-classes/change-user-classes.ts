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
import { usesOfClass } from "./engine/uses-of-class.ts";

/**
 * Adds a user class; the first users whom its condition chooses are members at once, the others a moment later.
 * @throws USER_CLASS_EXISTS, USER_CLASS_BUILT_IN, USER_CLASS_CONDITION_INVALID, READ_TOO_LONG and the codes of a $filter
 */
export const addUserClass = defineOperation({
  name: "userClasses.add",
  input: z.strictObject(inputOf(userClasses, "create")),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("userClasses") }],
  audit: { operation: "UCAD", describe: ({ id }) => ({ ident: id }) },
  async prepare(context, { id, condition }) {
    if (isReservedClass(id)) throw new ServiceError("USER_CLASS_BUILT_IN", { target: "id" });
    return differenceFor(context, id, condition);
  },
  async run(context, input, difference) {
    const { store } = context;
    if (await store.get("userClasses", input.id)) throw new ServiceError("USER_CLASS_EXISTS", { target: "id" });
    await judgedInTurn(context, input.id, input.condition);
    const row = await store.save("userClasses", input);
    await bringUpMembers(context, input.id, difference);
    return row;
  },
});

/**
 * Changes the given fields of a user class. A new condition chooses members again; those added by hand stay. If users get a permission for
 * privileged passwords by it, the persons responsible for them are notified.
 * @throws NOT_FOUND, USER_CLASS_COMPUTED, USER_CLASS_CONDITION_INVALID, READ_TOO_LONG and the codes of a $filter
 */
export const updateUserClass = defineOperation({
  name: "userClasses.update",
  input: z.strictObject({ key: z.string(), ...inputOf(userClasses, "change") }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "userClasses"),
  audit: { operation: "UCUP", describe: ({ key }) => ({ ident: key }) },
  async prepare(context, { key, condition }) {
    await visibleRow(context, { table: "userClasses", key });
    if (condition === undefined) return noDifference;
    if (isComputedClass(key)) throw new ServiceError("USER_CLASS_COMPUTED", { target: "condition" });
    return differenceFor(context, key, condition);
  },
  async run(context, { key, ...fields }, difference) {
    await lockedRow(context, { table: "userClasses", key });
    await judgedInTurn(context, key, fields.condition);
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
async function judgedInTurn(context: CallContext, id: string, condition: string | null | undefined): Promise<void> {
  if (condition === null || condition === undefined) return;
  await takeTurn(context);
  await judgedCondition(context, id, condition);
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
