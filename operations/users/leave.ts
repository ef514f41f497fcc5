import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ne } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { beginLeaving } from "./engine/begin-leaving.ts";
import { requireStay } from "./engine/check-stay.ts";
import { lookAtUser } from "./engine/follow-stay.ts";
import { requireOtherSuperuser } from "./engine/require-other-superuser.ts";

/** A user who leaves. */
export interface Leaver {
  readonly key: string;
  /** Time at which the user leaves; null for a superuser, who has no end and has left now. */
  readonly endsAt: number | null;
  /** True if the user has left with this call. */
  readonly left: boolean;
}

/**
 * Lets a user leave, at once or at a time: the user is disabled, and every step of leaving begins. Until then the end can be changed. A
 * start that has not come is dropped by leaving at once.
 * @throws NOT_FOUND, FORBIDDEN, USER_IS_CALLER, LAST_SUPERUSER, SUPERUSER_STAYS, STAY_UNFIT
 */
export const leave = defineOperation({
  name: "users.leave",
  input: z.strictObject({ key: keyInput, endsAt: momentInput.nullish() }),
  callers: ["user", "engine"],
  policies: policiesOfUser(policyOf.action("users/leave")),
  offered: ({ policy, userKey }) => allOf(policy, ne("key", userKey)),
  audit: {
    operation: "USLV",
    describe: ({ key }, output?: Leaver) => ({
      recipient: key,
      message: output === undefined || output.left ? null : `at ${new Date(output.endsAt ?? 0).toISOString()}`,
    }),
  },
  async run(context, { key, endsAt }): Promise<Leaver> {
    const { store, clock } = context;
    const user = await lockedRow(context, { table: "users", key });
    if (key === context.caller.key) throw new ServiceError("USER_IS_CALLER", { target: "key" });
    const now = clock.now();
    if (typeof endsAt === "number" && endsAt > now) {
      await requireStay(context, user, { endsAt });
      await store.save("users", { key, endsAt });
      await lookAtUser(context, key);
      return { key, endsAt, left: false };
    }
    if (user.superuser && !user.disabled) await requireOtherSuperuser(context, key);
    const startsAt = user.startsAt !== null && user.startsAt >= now ? null : user.startsAt;
    const left = user.superuser ? user : await store.save("users", { key, startsAt, endsAt: now });
    await beginLeaving(context, left);
    await lookAtUser(context, key);
    return { key, endsAt: left.endsAt, left: true };
  },
});
