import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { PhaseState, ruleText } from "#domain/requests/phase-outcome.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { type TooFewPeople, wordsOfNobody } from "#domain/requests/too-few-people.ts";
import type { Row } from "#store/tables.ts";

import { votesOf } from "../../approvals/authorize-subject.ts";
import { tellSettled } from "../../approvals/tell-settled.ts";
import type { CallContext } from "../../kernel/context.ts";
import { notice, partiesOf } from "../../notices/engine/notice.ts";
import { isManager } from "../../people/engine/find-people.ts";
import { RequestSubject } from "./request-subject.ts";

/** Statuses in which a request ends. */
export type FinalStatus = "C" | "D" | "K" | "E";

/** Notifies requester and recipient of the end of a request, and the authorizers of an open phase who have not decided. */
export async function tellEnd(context: CallContext, request: Row<"reqbatch">, status: FinalStatus): Promise<void> {
  const { key: requestKey } = request;
  const because = await whyEnded(context, request, status);
  notice(context, "ended", { requestKey, to: partiesOf(context, request), facts: { outcome: status, because } });
  if (status === RequestStatus.Completed || request.status !== RequestStatus.WaitingForAuthorization) return;
  const subject = new RequestSubject(request);
  for (const { phase, votes } of await phasesIn(context, requestKey, PhaseState.Open))
    tellSettled(context, { subject, phase, votes }, status);
}

/** Returns the reason for an end without a decision of anyone; empty if someone has ended the request. */
async function whyEnded(context: CallContext, request: Row<"reqbatch">, status: FinalStatus) {
  if (status === RequestStatus.Denied) return whyUndecided(context, request.key);
  return status === RequestStatus.Cancelled && context.caller.kind === "engine" ? whyCancelled(context, request) : "";
}

/** Returns the reason for a cancellation by the service: a step of leaving is under way. */
async function whyCancelled({ store }: CallContext, { requesterKey, recipientKey }: Row<"reqbatch">) {
  const isLeaving = allOf(oneOf("userKey", [requesterKey, recipientKey]), eq("step", "requests"), eq("state", "open"));
  return (await store.count("leavingSteps", isLeaving)) > 0 ? ("partyLeft" as const) : "";
}

/** Returns the reason for a denial without a decision; empty if someone denied the request. */
async function whyUndecided(context: CallContext, requestKey: string): Promise<TooFewPeople | ""> {
  const [denied] = await phasesIn(context, requestKey, PhaseState.Denied);
  if (denied === undefined) return "";
  const { phase, votes } = denied;
  if (votes.decisions.length + (phase.carried ?? []).length > 0) return "";
  const opened = { rule: ruleText({ ...phase, ...votes }), authorizers: votes.authorizers };
  return wordsOfNobody(opened).some(isManager) ? "managerMissing" : "tooFewPeople";
}

async function phasesIn(context: CallContext, requestKey: string, state: PhaseState) {
  const phases = await context.store.select("requestPhases", { where: { requestKey, state } });
  const all = phases.length === 0 ? undefined : await votesOf(context, phases);
  return phases.flatMap((phase) => {
    const votes = all?.get(phase.key);
    return votes === undefined ? [] : [{ phase, votes }];
  });
}
