import { timeZone } from "#domain/calendar/time-zone.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ge, noneOf, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

const dayMs = 86_400_000;

/** User, account and input field of a further check-out. */
export interface OneMore {
  readonly userKey: string;
  readonly account: Pick<Row<"managedAccounts">, "policyId">;
  /** Open check-outs of the account: held ones, and those that wait. */
  readonly open: readonly Pick<Row<"checkouts">, "userKey">[];
  readonly policy: Pick<Row<"managedSystemPolicies">, "checkoutsPerDay">;
  readonly target: string;
}

/**
 * Refuses a further check-out of a locked account to a user who has one already, or as many on this day as the policy allows.
 * @throws CHECKOUT_OPEN, CHECKOUTS_PER_DAY
 */
export async function refuseMore(
  context: CallContext,
  { userKey, account, open, policy, target }: OneMore,
): Promise<void> {
  const { store, clock, settings } = context;
  if (open.some((one) => one.userKey === userKey)) throw new ServiceError("CHECKOUT_OPEN", { target });
  const max = policy.checkoutsPerDay;
  if (max === 0) return;
  // Only this account is locked; another one under the same policy may be requested at the same time.
  await store.lock("users", userKey);
  const offset = timeZone(settings.timeZone).offsetMs(clock.now());
  const midnight = Math.floor((clock.now() + offset) / dayMs) * dayMs - offset;
  const today = allOf(
    eq("userKey", userKey),
    eq("policyId", account.policyId),
    ge("requestedAt", midnight),
    noneOf(oneOf("status", ["denied", "withdrawn"])),
  );
  if ((await store.count("checkouts", today)) >= max) throw new ServiceError("CHECKOUTS_PER_DAY", { target });
}
