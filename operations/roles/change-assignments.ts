import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { roleReasonMaxCharacters } from "#domain/role-limits.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { childRow } from "../kernel/rows/child-row.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";

const assignments = { table: "roleAssignments", path: "roles/assignments", column: "roleKey" } as const;

const becauseRule = "must be named or excluded; a request gives a role by ROLA";

/**
 * Names a user as a member of a role, or excludes them from it, until a time if one is given. The membership follows by itself. An earlier
 * assignment of the same kind is replaced.
 * @throws NOT_FOUND, FORBIDDEN, USER_UNKNOWN, OPERATION_FIELD_UNFIT
 */
export const assignRole = defineOperation({
  name: "roles.assign",
  input: z.strictObject({
    roleKey: z.string(),
    userKey: keyInput,
    because: z.enum(["named", "excluded"], { error: becauseRule }).meta({ rules: [becauseRule] }),
    reason: filledText(roleReasonMaxCharacters),
    until: momentInput.nullish(),
  }),
  callers: ["user", "engine"],
  policies: policiesOfChange("create", assignments.path),
  audit: {
    operation: "ROAS",
    describe: ({ roleKey, userKey, because }) => ({ ident: roleKey, recipient: userKey, message: because }),
  },
  async run(context, { roleKey, userKey, because, reason, until }): Promise<Row<"roleAssignments">> {
    const { store, ids, clock, caller } = context;
    await lockedRow(context, { table: "roles", key: roleKey });
    if ((await store.get("users", userKey)) === undefined) {
      const message = "userKey: no user has this key. Look it up under /v2/users.";
      throw new ServiceError("USER_UNKNOWN", { target: "userKey", message });
    }
    if ((until ?? Infinity) <= clock.now()) {
      const message = "until has passed. Name a later time, or leave it out.";
      throw new ServiceError("OPERATION_FIELD_UNFIT", { target: "until", message });
    }
    const [known] = await store.select("roleAssignments", { where: { userKey, roleKey, because }, limit: 1 });
    return store.save("roleAssignments", {
      key: known?.key ?? ids.guid(),
      roleKey,
      userKey,
      because,
      reason,
      until: until ?? null,
      createdAt: clock.now(),
      createdBy: caller.key,
    });
  },
});

/**
 * Ends an assignment of a role. The membership follows by itself: whom the condition chooses, or whose request was approved, keeps it.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const endAssignment = defineOperation({
  name: "roles.endAssignment",
  input: z.strictObject({ roleKey: z.string(), key: z.string() }),
  callers: ["user", "engine"],
  policies: policiesOfChange("remove", assignments.path),
  audit: {
    operation: "ROAE",
    describe: ({ roleKey }, output?: { readonly userKey: string }) => ({
      ident: roleKey,
      recipient: output?.userKey ?? null,
    }),
  },
  async run(context, given): Promise<{ readonly userKey: string }> {
    const { key, userKey } = await childRow(context, assignments, given);
    await context.store.remove("roleAssignments", key);
    return { userKey };
  },
});
