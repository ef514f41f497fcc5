import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { users } from "#domain/resources/users.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { requireCalendar, requireFreeId, requireLooseId, requireManager } from "./engine/check-user.ts";
import { shownUser } from "./engine/shown-user.ts";

/**
 * Adds a user, without password and not as a superuser.
 * @throws USER_EXISTS, MANAGER_UNFIT, TIME_ZONE_UNKNOWN, CALENDAR_UNKNOWN
 */
export const createUser = defineOperation({
  name: "users.create",
  input: z.strictObject(inputOf(users, "create")),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("users") }],
  audit: {
    operation: "USAD",
    describe: ({ id }, output?: { readonly key: string }) => ({ ident: id, recipient: output?.key ?? null }),
  },
  async run(context, { managerKey, ...fields }) {
    await requireFreeId(context, fields.id);
    requireCalendar(context, fields);
    const key = context.ids.guid();
    if (managerKey !== null) await requireManager(context, key, managerKey);
    return shownUser(await context.store.add("users", { key, managerKey, ...fields }));
  },
});

/**
 * Changes the given fields of a user. An ID can change only if nothing depends on the present one.
 * @throws NOT_FOUND, FORBIDDEN, USER_EXISTS, USER_ID_IN_USE, MANAGER_UNFIT, TIME_ZONE_UNKNOWN, CALENDAR_UNKNOWN
 */
export const updateUser = defineOperation({
  name: "users.update",
  input: z.strictObject({ key: z.string(), ...inputOf(users, "change") }),
  callers: ["user"],
  policies: policiesOfUser(policyOf.update("users")),
  audit: { operation: "USUP", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key, ...fields }) {
    const user = await lockedRow(context, { table: "users", key });
    const changes = definedFields(fields);
    requireCalendar(context, changes);
    if (changes.id !== undefined && changes.id !== user.id) {
      await requireFreeId(context, changes.id, key);
      await requireLooseId(context, key);
    }
    if (typeof changes.managerKey === "string") await requireManager(context, key, changes.managerKey);
    return shownUser(await context.store.save("users", { ...changes, key }));
  },
});
