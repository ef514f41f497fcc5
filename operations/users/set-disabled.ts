import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";

import { saveAndEndTokens } from "../identity/engine/end-tokens.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { stopLeaving } from "./engine/begin-leaving.ts";
import { requireOtherSuperuser } from "./engine/require-other-superuser.ts";

/** State of a user after the call. */
export interface UserState {
  readonly key: string;
  readonly disabled: boolean;
}

const input = z.strictObject({ key: keyInput });

/**
 * Disables a user until someone enables them; their tokens and sessions end and do not come back. For a user who is disabled already, it
 * only records that an administrator wants it.
 * @throws NOT_FOUND, FORBIDDEN, USER_IS_CALLER, LAST_SUPERUSER
 */
export const disableUser = defineOperation({
  name: "users.disable",
  input,
  callers: ["user", "engine"],
  policies: policiesOfUser(policyOf.action("users/disable")),
  offered: ({ policy, userKey }) => allOf(policy, ne("key", userKey)),
  audit: { operation: "ADIS", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key }): Promise<UserState> {
    const user = await lockedRow(context, { table: "users", key });
    if (user.key === context.caller.key) throw new ServiceError("USER_IS_CALLER", { target: "key" });
    // A source would enable again a user that it has disabled; an administrator's decision takes precedence.
    if (user.disabled) await context.store.save("users", { key, disabledBy: "administrator" });
    if (user.disabled) return { key, disabled: true };
    if (user.superuser) await requireOtherSuperuser(context, key);
    await saveAndEndTokens(context, user, { disabled: true, disabledBy: "administrator" });
    return { key, disabled: true };
  },
});

/**
 * Enables a disabled user, who then signs in again. Steps of leaving that are open are stopped; what was ended does not come back. For an
 * enabled user nothing changes.
 * @throws NOT_FOUND, FORBIDDEN, USER_HAS_LEFT
 */
export const enableUser = defineOperation({
  name: "users.enable",
  input,
  callers: ["user", "engine"],
  policies: policiesOfUser(policyOf.action("users/enable")),
  offered: ({ policy }) => allOf(policy, eq("disabled", true)),
  audit: { operation: "AENA", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key }): Promise<UserState> {
    const user = await lockedRow(context, { table: "users", key });
    if (user.disabled && hasEnded(user, context.clock.now()))
      throw new ServiceError("USER_HAS_LEFT", { target: "key" });
    await stopLeaving(context, key);
    await context.store.save("users", { key, disabled: false, disabledBy: null });
    return { key, disabled: false };
  },
});
