import { z } from "zod";

import { checkoutRightsMax } from "#domain/checkout-limits.ts";
import { checkoutRights } from "#domain/checkouts/checkout-rights.ts";
import { ServiceError } from "#domain/errors.ts";
import { isComputedClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { namedGuid, rowName } from "#platform/object-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { refuseHistorical } from "../managed-accounts/engine/managed-policy.ts";

const seen = policyOf.get("managedSystemPolicies");
const callers = ["user", "engine"] as const;
const wanted = z.strictObject({
  key: keyInput,
  right: z.enum(checkoutRights, { error: `must be one of ${checkoutRights.join(", ")}` }),
  userClassId: keyInput,
});

type Wanted = z.output<typeof wanted>;

/** State of a permission after the call. */
export interface ChangedRight extends Wanted {
  readonly given: boolean;
}

const describe = ({ key, right, userClassId }: Wanted) => ({ ident: key, message: `${right}: ${userClassId}` });

/**
 * Grants the members of a user class a permission for the passwords of the accounts under a policy. The other persons responsible for these
 * accounts are notified.
 * @throws NOT_FOUND, FORBIDDEN, MANAGED_SYSTEM_POLICY_BUILT_IN, CHECKOUT_CLASS_UNFIT, CHECKOUT_RIGHT_EXISTS, LIMIT_EXCEEDED
 */
export const grantCheckoutRight = defineOperation({
  name: "managedSystemPolicies.grantRight",
  input: wanted,
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedSystemPolicies/grantRight") }],
  audit: { operation: "CRAD", describe },
  async run(context, { key, right, userClassId }): Promise<ChangedRight> {
    const { store, clock, caller } = context;
    await lockedRow(context, { table: "managedSystemPolicies", key });
    refuseHistorical(key, "Of what is managed no more nothing is handed out.");
    if (isComputedClass(userClassId) || !(await store.get("userClasses", userClassId)))
      throw new ServiceError("CHECKOUT_CLASS_UNFIT", { target: "userClassId" });
    if (await known(context, { key, right, userClassId }))
      throw new ServiceError("CHECKOUT_RIGHT_EXISTS", { target: "right" });
    if ((await store.count("checkoutRights", { policyId: key })) >= checkoutRightsMax)
      throw new ServiceError("LIMIT_EXCEEDED", { target: "right" });
    const grantedByKey = caller.kind === "user" ? caller.key : null;
    await store.save("checkoutRights", {
      key: namedGuid(rowName("checkoutRights", key, right, userClassId)),
      policyId: key,
      right,
      userClassId,
      grantedAt: clock.now(),
      grantedByKey,
    });
    return { key, right, userClassId, given: true };
  },
});

/**
 * Withdraws a permission from the members of a user class; check-outs that depended on it are revoked.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_RIGHT_UNKNOWN
 */
export const withdrawCheckoutRight = defineOperation({
  name: "managedSystemPolicies.withdrawRight",
  input: wanted,
  callers,
  policies: [{ name: seen, rows: true }, { name: policyOf.action("managedSystemPolicies/withdrawRight") }],
  audit: { operation: "CRRM", describe },
  async run(context, { key, right, userClassId }): Promise<ChangedRight> {
    await lockedRow(context, { table: "managedSystemPolicies", key });
    const row = await known(context, { key, right, userClassId });
    if (row === undefined) throw new ServiceError("CHECKOUT_RIGHT_UNKNOWN", { target: "right" });
    await context.store.remove("checkoutRights", row.key);
    return { key, right, userClassId, given: false };
  },
});

async function known(
  { store }: CallContext,
  { key, right, userClassId }: Wanted,
): Promise<Row<"checkoutRights"> | undefined> {
  const where = { policyId: key, right, userClassId };
  return (await store.select("checkoutRights", { where, limit: 1 }))[0];
}
