import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { isComputedClass } from "#domain/identity/user-classes.ts";
import { userClassMembers } from "#domain/resources/user-class-members.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { childRow } from "../kernel/rows/child-row.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { chooses } from "./engine/bring-up-members.ts";
import { boundClass } from "./engine/class-conditions.ts";

const members = { table: "userClassMembers", path: "userClasses/members", column: "userClassId" } as const;

/**
 * Makes a user a member of a class by hand; a member whom its condition has chosen then stays regardless of the condition. If the user gets
 * a permission for privileged passwords by it, the persons responsible for them are notified.
 * @throws NOT_FOUND, USER_CLASS_COMPUTED, USER_UNKNOWN, USER_CLASS_MEMBER_EXISTS
 */
export const addMember = defineOperation({
  name: "userClasses.addMember",
  input: z.strictObject({ userClassId: z.string(), ...inputOf(userClassMembers, "create") }),
  callers: ["user", "engine"],
  policies: policiesOfChange("create", members.path),
  audit: { operation: "UCMA", describe: ({ userClassId, userKey }) => ({ ident: userClassId, recipient: userKey }) },
  async run(context, { userClassId, userKey }): Promise<Row<"userClassMembers">> {
    const { store, ids } = context;
    await lockedRow(context, { table: "userClasses", key: userClassId });
    if (isComputedClass(userClassId)) throw new ServiceError("USER_CLASS_COMPUTED", { target: userClassId });
    if (!(await store.get("users", userKey))) {
      const message = "userKey: no user has this key. Look it up under /v2/users.";
      throw new ServiceError("USER_UNKNOWN", { target: "userKey", message });
    }
    const [known] = await store.select("userClassMembers", { where: { userClassId, userKey }, limit: 1 });
    if (known?.byCondition === false) throw new ServiceError("USER_CLASS_MEMBER_EXISTS", { target: "userKey" });
    return store.save("userClassMembers", {
      key: known?.key ?? ids.guid(),
      userClassId,
      userKey,
      byCondition: false,
    });
  },
});

/**
 * Removes a member of a class who was added by hand; a user whom the condition of the class chooses too stays a member.
 * @throws NOT_FOUND, FORBIDDEN, USER_CLASS_MEMBER_BY_CONDITION
 */
export const removeMember = defineOperation({
  name: "userClasses.removeMember",
  input: z.strictObject({ userClassId: z.string(), key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("remove", members.path),
  audit: {
    operation: "UCMR",
    describe: ({ userClassId }, output?: { readonly userKey: string }) => ({
      ident: userClassId,
      recipient: output?.userKey ?? null,
    }),
  },
  async prepare(context, { userClassId, key }) {
    const row = await context.store.get("userClasses", userClassId);
    const member = await context.store.get("userClassMembers", key);
    if (!row || !member || row.condition === null) return { isChosen: false };
    const { condition } = await boundClass(context, row);
    return { isChosen: await chooses(context, condition, member.userKey) };
  },
  async run(context, given, { isChosen }) {
    const { key, userKey, byCondition } = await childRow(context, members, given);
    if (byCondition) throw new ServiceError("USER_CLASS_MEMBER_BY_CONDITION", { target: key });
    if (isChosen) await context.store.save("userClassMembers", { key, byCondition: true });
    else await context.store.remove("userClassMembers", key);
    return { userKey };
  },
});
