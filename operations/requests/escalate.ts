import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { activeDelegatesOf } from "#domain/requests/active-delegates.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import type { PhaseVotes } from "./engine/authorize-request.ts";
import { escalatePerson } from "./engine/escalate-person.ts";
import { findPhase, requireOpen } from "./engine/find-phase.ts";
import { askPlugin } from "./engine/named-above.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { countRequest } from "./engine/record-decision.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";

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
    const found = await findPhase(context, key, sequence);
    requireOpen(context, found);
    const { request, phase, votes } = found;
    const silent = silentAuthorizer(votes, userKey ?? context.caller.key ?? "");
    const above = await escalatePerson(context, { request, phase }, votes, { silent, named });
    if (above === undefined) throw new ServiceError("NOBODY_ABOVE", { target: "userKey" });
    // The user who is asked may have decided before.
    await countRequest(context, request);
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
  return silent && askPlugin(context, request, silent);
}

/** Returns the authorizer of a phase who has not answered, and for whom no one else is asked. */
function silentAuthorizer({ authorizers, decisions }: PhaseVotes, userKey: string): Row<"requestAuthorizers"> {
  const silent = authorizers.find((one) => one.userKey === userKey);
  const refused = (code: "NOT_AN_AUTHORIZER" | "ALREADY_DECIDED" | "ESCALATED_ALREADY") =>
    new ServiceError(code, { target: "userKey" });
  if (!silent) throw refused("NOT_AN_AUTHORIZER");
  if (decisions.some((one) => one.userKey === userKey)) throw refused("ALREADY_DECIDED");
  if (activeDelegatesOf(authorizers).some(({ from }) => from === userKey)) throw refused("ESCALATED_ALREADY");
  return silent;
}

/** Returns the facts of an escalation for policies: the phase, with the authorizer who is escalated as its only one. */
async function escalationFacts(context: CallContext, { key, phase, userKey }: Input) {
  const facts = await phaseFacts(context, key, phase);
  return { ...facts, authorizerKeys: [userKey ?? context.caller.key ?? ""] };
}
