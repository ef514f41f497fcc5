import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { escalateAtOnce } from "../approvals/escalate-at-once.ts";
import { askPlugin } from "../approvals/named-above.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { countRequest } from "./engine/count-request.ts";
import { findRequestPhase } from "./engine/find-request-phase.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";
import { RequestSubject } from "./engine/request-subject.ts";

const input = z.strictObject({
  key: keyInput,
  phase: phaseInput,
  /** Key of the authorizer who has not answered; by default the caller. */
  userKey: keyInput.nullish(),
});

type Input = z.output<typeof input>;

/** User who is asked now. */
export interface Escalated {
  readonly requestKey: string;
  readonly phase: number;
  readonly userKey: string;
}

/**
 * Escalates the open phase of a request at once: asks the user above an authorizer who has not answered, as after the timeout.
 * @throws NOT_FOUND, PHASE_UNKNOWN, REQUEST_FINAL, PHASE_CLOSED, SENT_BACK, NOT_AN_AUTHORIZER, ALREADY_DECIDED, ESCALATED_ALREADY,
 * NOBODY_ABOVE
 */
export const escalate = defineOperation({
  name: "requests.escalate",
  input,
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/escalate"), facts: escalationFacts },
  ],
  callers: ["user"],
  offered: offeredOn.phaseOpen,
  audit: {
    operation: "RQES",
    describe: ({ key, phase }, output?: Escalated) => ({
      batchId: key,
      recipient: output?.userKey ?? null,
      message: `phase ${phase}`,
    }),
  },
  prepare: namedInPlace,
  async run(context, { key, phase: sequence, userKey }, named): Promise<Escalated> {
    const found = await findRequestPhase(context, key, sequence);
    const silentKey = userKey ?? context.caller.key ?? "";
    const above = await escalateAtOnce(context, found, { userKey: silentKey, named });
    // The user who is asked may have decided before.
    await countRequest(context, found.request);
    return { requestKey: key, phase: sequence, userKey: above };
  },
});

/** Returns the replacements of the authorizer that the plug-in of the installation names. */
async function namedInPlace(context: CallContext, { key, phase: sequence, userKey }: Input) {
  const { store, settings, caller } = context;
  const request = settings.escalationPlugin === null ? undefined : await store.get("reqbatch", key);
  if (request === undefined) return undefined;
  const [phase] = await store.select("requestPhases", { where: { requestKey: key, sequence }, limit: 1 });
  const where = { requestKey: key, requestPhaseKey: phase?.key ?? "", userKey: userKey ?? caller.key ?? "" };
  const [silent] = await store.select("requestAuthorizers", { where, limit: 1 });
  return silent && askPlugin(context, new RequestSubject(request), { silent });
}

/** Returns the facts of an escalation for policies: the phase, with the authorizer who is escalated as its only one. */
async function escalationFacts(context: CallContext, { key, phase, userKey }: Input) {
  const facts = await phaseFacts(context, key, phase);
  return { ...facts, authorizerKeys: [userKey ?? context.caller.key ?? ""] };
}
