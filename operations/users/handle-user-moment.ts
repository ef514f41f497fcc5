import { z } from "zod";

import { defineOperation } from "../kernel/define-operation.ts";
import { followStay } from "./engine/follow-stay.ts";

/**
 * Handles the due moment of a user, which this process has leased: the end is told or has come, or what depends on the user is brought up to
 * a change. Not handled if another process has done it.
 */
export const handleUserMoment = defineOperation({
  name: "users.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "USTM", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const user = await context.store.lock("users", key);
    if (!(await context.store.moments.take(key))) return { handled: false };
    if (user !== undefined) await followStay(context, user);
    return { handled: true };
  },
});
