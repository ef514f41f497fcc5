import { z } from "zod";

import type { AuditCode } from "#domain/audit/audit-operations.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { type DelegationState, isOpenDelegation } from "#domain/requests/delegation.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { endDelegation, followDelegation } from "./engine/follow-delegation.ts";
import { tellDelegation } from "./engine/tell-delegation.ts";

type Delegation = Row<"delegations">;

/** State of a delegation after the call. */
export interface ChangedDelegation {
  readonly key: string;
  readonly state: DelegationState;
}

/** Returns the common parts of accepting, refusing and ending a delegation: its policies, input and audit. */
function actionOn(action: "accept" | "refuse" | "end", operation: AuditCode) {
  return {
    name: `delegations.${action}`,
    input: z.strictObject({ key: keyInput }),
    callers: ["user"] as const,
    proof: "fresh" as const,
    policies: [
      { name: policyOf.get("delegations"), rows: true },
      {
        name: policyOf.action(`delegations/${action}`),
        facts: (context: CallContext, { key }: { readonly key: string }) => delegationFacts(context, key),
      },
    ],
    audit: { operation, describe: ({ key }: { readonly key: string }) => ({ ident: key }) },
  };
}

/** Returns the facts of a delegation for policies; a missing one has none. */
async function delegationFacts({ store }: CallContext, key: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await store.get("delegations", key)) };
}

const lockedDelegation = (context: CallContext, key: string) => lockedRow(context, { table: "delegations", key });

async function answer(context: CallContext, key: string, state: "accepted" | "refused"): Promise<ChangedDelegation> {
  const { endsAt, state: before } = await lockedDelegation(context, key);
  const now = context.clock.now();
  if (before !== "asked") throw new ServiceError("DELEGATION_ANSWERED", { target: "key" });
  if (endsAt !== null && endsAt <= now) throw new ServiceError("DELEGATION_ENDED", { target: "key" });
  const answered: Delegation = await context.store.save("delegations", { key, state, answeredAt: now });
  await followDelegation(context, answered);
  await tellDelegation(context, answered, state);
  return { key, state };
}

/**
 * Accepts a delegation; from its beginning on the delegate decides for the delegator.
 * @throws NOT_FOUND, FORBIDDEN, DELEGATION_ANSWERED, DELEGATION_ENDED
 */
export const acceptDelegation = defineOperation({
  ...actionOn("accept", "DLAC"),
  run: (context, { key }): Promise<ChangedDelegation> => answer(context, key, "accepted"),
});

/**
 * Refuses a delegation, which then never takes effect.
 * @throws NOT_FOUND, FORBIDDEN, DELEGATION_ANSWERED, DELEGATION_ENDED
 */
export const refuseDelegation = defineOperation({
  ...actionOn("refuse", "DLRF"),
  run: (context, { key }): Promise<ChangedDelegation> => answer(context, key, "refused"),
});

/**
 * Ends a delegation at once, for either party. Decisions made under it stay.
 * @throws NOT_FOUND, FORBIDDEN, DELEGATION_ENDED
 */
export const endDelegationNow = defineOperation({
  ...actionOn("end", "DLEN"),
  async run(context, { key }): Promise<ChangedDelegation> {
    const delegation = await lockedDelegation(context, key);
    if (!isOpenDelegation(delegation.state)) throw new ServiceError("DELEGATION_ENDED", { target: "key" });
    await endDelegation(context, delegation, context.caller.key);
    await tellDelegation(context, delegation, "ended");
    return { key, state: "ended" };
  },
});
