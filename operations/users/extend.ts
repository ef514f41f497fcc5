import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { latestEnd } from "#domain/identity/external-people.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, ne } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { externalsAmong, incomplete } from "./engine/externals.ts";
import { lookAtUser } from "./engine/follow-stay.ts";

/** New end of a user. */
export interface ExtendedUser {
  readonly key: string;
  readonly endsAt: number;
}

/**
 * Extends the end of a user who has not left; of an external person within the longest time. Nobody extends their own end.
 * @throws NOT_FOUND, FORBIDDEN, USER_IS_CALLER, USER_HAS_LEFT, STAY_UNFIT, EXTERNAL_INCOMPLETE
 */
export const extend = defineOperation({
  name: "users.extend",
  input: z.strictObject({ key: keyInput, endsAt: momentInput }),
  callers: ["user", "engine"],
  policies: policiesOfUser(policyOf.action("users/extend")),
  offered: ({ policy, userKey }) => allOf(policy, ne("endsAt", null), ne("key", userKey)),
  audit: {
    operation: "USEX",
    describe: ({ key }, output?: ExtendedUser) => ({
      recipient: key,
      message: output === undefined ? null : new Date(output.endsAt).toISOString(),
    }),
  },
  async run(context, { key, endsAt }): Promise<ExtendedUser> {
    const { store, clock, settings, caller } = context;
    const now = clock.now();
    const user = await lockedRow(context, { table: "users", key });
    if (key === caller.key) {
      const message = "You cannot extend your own end. Ask your sponsor, your manager or an administrator.";
      throw new ServiceError("USER_IS_CALLER", { target: "key", message });
    }
    if (hasEnded(user, now)) throw new ServiceError("USER_HAS_LEFT", { target: "key" });
    if (user.endsAt === null || endsAt <= user.endsAt) {
      const message =
        "endsAt: an extension needs a user with an end, and a later one. Change the end by PATCH instead.";
      throw new ServiceError("STAY_UNFIT", { target: "endsAt", message });
    }
    const days = settings.externalLongestDays;
    const isTooLong = endsAt > latestEnd(now, days);
    if (isTooLong && (await externalsAmong(context, [key])).length > 0) throw incomplete("endsAt", days);
    await store.save("users", { key, endsAt });
    await lookAtUser(context, key);
    return { key, endsAt };
  },
});
