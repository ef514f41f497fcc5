import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { pageSizeMax } from "#domain/limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { namedUser } from "../kernel/named-user.ts";
import { liftLock } from "./engine/lift-lock.ts";

/** Result of an unlock. */
export interface Unlocked {
  /** False if the user was not locked. */
  readonly unlocked: boolean;
}

/**
 * Removes the lock of a user at once, regardless of its origin; a disabled user stays disabled.
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

/** Lists the IDs of locked users after an ID, in order. Users whose lock has expired are included. */
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
