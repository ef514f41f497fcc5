import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import { liftLock } from "../identity/engine/lift-lock.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";

/** Result of unlocking a user. */
export interface UnlockedUser {
  readonly key: string;
  /** False if the user was not locked. */
  readonly unlocked: boolean;
}

/**
 * Removes the lock of a user at once, regardless of its origin; a disabled user stays disabled. A help desk needs no permission to read the
 * user for it.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const unlock = defineOperation({
  name: "users.unlock",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  policies: [{ name: policyOf.action("users/unlock"), facts: (context, { key }) => userFacts(context, key) }],
  offered: ({ policy }) => allOf(policy, eq("locked", true)),
  audit: {
    operation: "ULCK",
    describe: ({ key }, output?: UnlockedUser) => ({
      recipient: key,
      ...(output === undefined ? {} : { message: output.unlocked ? "unlocked" : "was not locked" }),
    }),
  },
  async run(context, { key }): Promise<UnlockedUser> {
    await context.store.lock("users", key);
    const { locked } = await requireRow(context, "users", key);
    await liftLock(context, key);
    return { key, unlocked: locked };
  },
});
