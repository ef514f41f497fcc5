import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { nextDelegationMoment } from "#domain/requests/delegation.ts";
import { delegations } from "#domain/resources/delegations.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation, type PolicyCheck } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { requestFacts } from "../requests/engine/request-facts.ts";
import { checkDelegation } from "./engine/check-delegation.ts";
import { askedDelegate, namedDelegateIfAny } from "./engine/named-delegate.ts";
import { tellAsked } from "./engine/tell-delegation.ts";

const input = z.strictObject(
  inputOf(delegations, "create", {
    /** Key of the delegator; null for the caller. */
    delegatorKey: keyInput.nullable(),
    /** Key of the delegate; null if `delegateId` names them. */
    delegateKey: keyInput.nullable().default(null),
    delegateId: keyInput.nullable().default(null),
    requestKey: keyInput.nullable().default(null),
    beginsAt: momentInput.nullable().default(null),
    endsAt: momentInput.nullable().default(null),
  }),
);

type Input = z.output<typeof input>;

const ofRequest: PolicyCheck<Input> = {
  name: policyOf.get("requests"),
  facts: (context, { requestKey }) => requestFacts(context, requestKey ?? ""),
};

/**
 * Adds a delegation for a period, of all requests or of one that the caller may read. The delegate is named by key or by the exact ID, so
 * that callers who may not search for users can delegate. It has no effect before the delegate has accepted.
 * @throws TOO_MANY, DELEGATION_UNFIT, DELEGATION_PERIOD_UNFIT, NOT_FOUND, REQUEST_FINAL, DELEGATIONS_MAX, DELEGATION_OVERLAPS,
 * DELEGATION_CIRCLE
 */
export const addDelegation = defineOperation({
  name: "delegations.add",
  input,
  callers: ["user"],
  proof: "fresh",
  policies: [{ name: policyOf.create("delegations"), facts: delegationWanted }],
  policiesOf: ({ requestKey }) => (requestKey === null ? [] : [ofRequest]),
  audit: {
    operation: "DLAD",
    describe: ({ delegateKey, requestKey }, output?: Row<"delegations">) => ({
      ident: output?.key ?? null,
      recipient: output?.delegateKey ?? delegateKey,
      batchId: requestKey,
    }),
  },
  async run(context, { delegatorKey: named, delegateKey: key, delegateId, ...fields }): Promise<Row<"delegations">> {
    const { store, ids, clock, caller } = context;
    const delegatorKey = named ?? caller.key ?? "";
    const delegateKey = await askedDelegate(context, { delegateKey: key, delegateId });
    const wanted = { ...fields, delegatorKey, delegateKey };
    await checkDelegation(context, wanted);
    const row = { key: ids.guid(), ...wanted, createdAt: clock.now(), createdByKey: caller.key };
    const at = nextDelegationMoment({ beginsAt: null, endsAt: fields.endsAt }, clock.now());
    if (at !== undefined) await store.moments.set({ key: row.key, kind: "delegation", at });
    const delegation = await store.add("delegations", row);
    await tellAsked(context, delegation);
    return delegation;
  },
});

/** Returns the facts of a new delegation for policies; without a delegator it is the caller's own. */
async function delegationWanted(
  context: CallContext,
  wanted: Partial<Input>,
): Promise<Readonly<Record<string, unknown>>> {
  const { delegatorKey, delegateKey = null, delegateId = null, requestKey } = wanted;
  return {
    key: "",
    state: "asked",
    delegatorKey: delegatorKey ?? context.caller.key,
    delegateKey: await namedDelegateIfAny(context, { delegateKey, delegateId }),
    requestKey: requestKey ?? "",
  };
}
