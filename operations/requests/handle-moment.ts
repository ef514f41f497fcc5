import { z } from "zod";

import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { hasMoments, type RequestMoment } from "#domain/requests/request-moments.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { requestedOf } from "../kernel/tell-requested.ts";
import { notice } from "../notices/engine/notice.ts";
import { authorizationOf, phasesOf, votesOf } from "./engine/authorize-request.ts";
import { escalatePerson } from "./engine/escalate-person.ts";
import { finishRequest } from "./engine/finish-request.ts";
import { goOn, noteNext } from "./engine/go-on.ts";
import { momentsOf } from "./engine/moments-of.ts";
import { type NamedAbove, namedAbove } from "./engine/named-above.ts";
import { refreshDelegates } from "./engine/refresh-delegates.ts";

type Request = Row<"reqbatch">;

/**
 * Handles the due moment of a request, which this process has leased. The action follows from its rows and the clock; while the request
 * keeps waiting, its next moment is scheduled. Not handled if another process has done it, or the request no longer waits.
 */
export const handleMoment = defineOperation({
  name: "requests.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQMO", when: "never" },
  prepare: (context, { key }) => namedAbove(context, key),
  async run(context, { key }, named): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    // Every change of a request locks it before its moment, so that two of them cannot wait for each other.
    const request = await store.lock("reqbatch", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!request || isFinal(request.status)) return { handled: true };
    // Someone started its workflow too early, and it has begun: from now on it is treated like every other.
    if (!hasMoments(request.status)) await wake(context, request);
    if (await followDelegations(context, request)) return { handled: true };
    const due = (await momentsOf(context, request)).filter(({ at }) => at <= clock.now());
    for (const moment of due) await handle(context, request, moment, named);
    if (!due.every(({ kind }) => kind === "reminder" || kind === "escalation")) return { handled: true };
    const hasMoved = due.some(({ kind }) => kind === "escalation") && (await isAuthorized(context, request));
    if (!hasMoved) await noteNext(context, request, await momentsOf(context, request));
    return { handled: true };
  },
});

/** Updates the delegates by the present delegations; returns true if earlier decisions then end the authorization. */
async function followDelegations(context: CallContext, request: Request): Promise<boolean> {
  const isOver = context.clock.now() >= request.expiresAt;
  if (isOver || request.status !== RequestStatus.WaitingForAuthorization) return false;
  const phase = (await phasesOf(context, request.key)).find(({ state }) => state === PhaseState.Open);
  if (phase === undefined) return false;
  const votes = (await votesOf(context, [phase])).get(phase.key);
  if (votes === undefined || !(await refreshDelegates(context, { request, phase }, votes))) return false;
  return isAuthorized(context, request);
}

/** Counts the decisions again, because new authorizers may have decided before; returns true if that ends the authorization. */
async function isAuthorized(context: CallContext, request: Request): Promise<boolean> {
  const authorization = await authorizationOf(context, request);
  if (authorization !== "waiting") await goOn(context, request, authorization);
  return authorization !== "waiting";
}

function handle(context: CallContext, request: Request, moment: RequestMoment, named: NamedAbove): Promise<void> {
  switch (moment.kind) {
    case "expiry":
      return expire(context, request);
    case "start":
      return wake(context, request);
    // Its plug-ins are asked by a process that has time for it.
    case "authorizers":
      return noteNext(context, request, [moment]);
    case "escalation":
      return askAbove(context, request, moment.key, named);
    default:
      return remind(context, moment.key);
  }
}

/** Records a reminder, also for readers of the change log. */
async function remind(context: CallContext, key: string): Promise<void> {
  const { store, clock } = context;
  const asked = await store.get("requestAuthorizers", key);
  // An authorizer who has just been replaced is not asked anymore.
  if (!asked) return;
  const { requestKey, requestPhaseKey, userKey } = asked;
  await store.save("requestAuthorizers", { key, remindedAt: clock.now() });
  const phase = await store.get("requestPhases", requestPhaseKey);
  if (phase === undefined) notice(context, "stillSentBack", { requestKey, to: [userKey], facts: {} });
  else notice(context, "reminded", { requestKey, to: [userKey], facts: { phase: phase.sequence } });
}

/** Escalates for an authorizer who has not answered in time. */
async function askAbove(context: CallContext, request: Request, key: string, named: NamedAbove): Promise<void> {
  const { store } = context;
  const silent = await store.get("requestAuthorizers", key);
  const phase = silent && (await store.get("requestPhases", silent.requestPhaseKey));
  const votes = phase && (await votesOf(context, [phase])).get(phase.key);
  if (!votes) return;
  const above = await escalatePerson(context, { request, phase }, votes, { silent, named: named.get(key) });
  const to = above === undefined ? [] : [above];
  notice(context, "escalated", {
    requestKey: request.key,
    to,
    facts: { phase: phase.sequence, silentKey: silent.userKey },
  });
  await store.audit({
    sessid: context.caller.sessid,
    operation: "RQES",
    actor: context.caller.id,
    batchId: request.key,
    result: above === undefined ? "F" : "S",
    recipient: above ?? null,
    requestId: request.requestId,
    requested: await requestedOf(store, request.key),
    message: `phase ${phase.sequence}${above === undefined ? ": nobody is above who has not answered" : ""}`,
  });
}

/** Ends a request that was not decided in time; the engine is woken if it knows the request. */
async function expire(context: CallContext, request: Request): Promise<void> {
  if (request.status === RequestStatus.OnHold) {
    if (await finishRequest(context, request, ["A", "W", "E"])) await wake(context, request);
    return;
  }
  // A request that was decided in time does not expire.
  if (await isAuthorized(context, request)) return;
  if (await finishRequest(context, request, [RequestStatus.Expired])) await wake(context, request);
}

function wake({ store }: CallContext, { key }: Request): Promise<void> {
  return store.outbox.add({ workflowType: "request", workflowId: key });
}
