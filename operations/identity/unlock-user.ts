import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { pageSizeMax } from "#domain/limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { namedUser } from "../kernel/named-user.ts";
import { liftLock } from "./engine/lift-lock.ts";

/** What became of a lock. */
export interface Unlocked {
  /** False where the user was not locked. */
  readonly unlocked: boolean;
}

/**
 * Lifts the lock of a user at once, whoever or whatever has set it; a disabled user stays disabled.
 * @throws USER_UNKNOWN
 */
export const unlockUser = defineOperation<{ id: string }, Unlocked>({
  name: "identity.unlockUser",
  input: z.strictObject({ id: z.string().min(1) }),
  callers: ["engine"],
  audit: {
    operation: "ULCK",
    describe: ({ id }, output) => ({
      ident: id,
      ...(output === undefined ? {} : { message: output.unlocked ? "unlocked" : "was not locked" }),
    }),
  },
  async run(context, { id }) {
    const { store } = context;
    const found = await namedUser(context, id);
    const user = found && (await store.lock("users", found.key));
    if (user === undefined) throw new ServiceError("USER_UNKNOWN", { target: "id" });
    await liftLock(context, user.key);
    return { unlocked: user.locked };
  },
});

/** Lists the ids of locked users, also of those whose lock has ended by its time, in their order after an id. */
export const listLockedUsers = defineOperation<{ after: string; limit: number }, readonly string[]>({
  name: "identity.listLockedUsers",
  kind: "read",
  input: z.strictObject({ after: z.string(), limit: z.int().min(1).max(pageSizeMax) }),
  callers: ["engine"],
  audit: { operation: "ULCK", when: "refusalOnly" },
  async run({ store }, { after, limit }) {
    const rows = await store.select("users", {
      where: allOf(eq("locked", true), gt("id", after)),
      orderBy: [["id", "asc"]],
      limit,
    });
    return rows.map(({ id }) => id);
  },
});
