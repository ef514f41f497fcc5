import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { inspectLedger } from "#domain/requests/ledger/inspect-ledger.ts";
import { type ToldEnd, type ToldPhase, replayedEnd, replayedPhases } from "#domain/requests/ledger/replayed-phases.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import {
  explainRequest as explain,
  type RecordedOperation,
  type RequestExplanation,
} from "#domain/requests/request-explanation.ts";
import { peopleOfTask } from "#domain/requests/task.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import { noPhase } from "../approvals/keep-waiting.ts";
import { recordedPhases } from "../approvals/recorded-phases.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { peopleOf } from "../people/engine/people-of.ts";
import { momentsOf } from "./engine/moments-of.ts";
import { surroundingsOf } from "./engine/operation-surroundings.ts";

type ExplainedRequest = RequestExplanation & ToldRequest & SentDecisions;

/**
 * Explains the state of a request: by its rows who must act and what comes next, by its ledger what led here.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const explainRequest = defineOperation<{ key: string }, ExplainedRequest>({
  name: "requests.explain",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("requests"), rows: true },
    { name: policyOf.get("requests/explain"), rows: true },
  ],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key }) {
    await visibleRow(context, { table: "reqbatch", policy: policyOf.get("requests"), key });
    const request = await visibleRow(context, { table: "reqbatch", policy: policyOf.get("requests/explain"), key });
    const moments = await momentsOf(context, request);
    const asked = await context.store.select("requestAuthorizers", {
      where: { requestKey: key },
      orderBy: [["userKey", "asc"]],
    });
    const explained = explain({
      ...request,
      requesterRemindedAt: asked.find(({ requestPhaseKey }) => requestPhaseKey === noPhase)?.remindedAt ?? null,
      phases: await recordedPhases(context, { key, authorizers: asked }),
      operations: await recordedOperations(context, request, asked),
      comments: await context.store.select("requestComments", {
        where: { requestKey: key },
        orderBy: [["writtenAt", "asc"]],
      }),
      now: context.clock.now(),
      nextReminderAt: moments.find(({ kind }) => kind === "reminder")?.at ?? null,
      nextEscalationAt: moments.find(({ kind }) => kind === "escalation")?.at ?? null,
    });
    return withNames(context, { ...explained, ...(await toldOf(context, key)), ...(await sentOf(context, key)) });
  },
});

/** Decision that was sent to the home node of the request, and does not count there: not yet, or it was refused. */
interface SentDecision extends Pick<Row<"sentDecisions">, "userKey" | "phase" | "decision" | "sentAt" | "refusal"> {
  readonly state: "sent" | "refused";
}

/** Place of a request among several nodes. */
export interface SentDecisions {
  /** Home node of the request; null if there are no others. */
  readonly homeNode: string | null;
  readonly sentDecisions: readonly SentDecision[];
}

async function sentOf({ store }: CallContext, requestKey: string): Promise<SentDecisions> {
  const sent = await store.select("sentDecisions", { where: { requestKey }, orderBy: [["sentAt", "asc"]] });
  return {
    homeNode: (await store.homes.of("reqbatch", requestKey)) ?? null,
    sentDecisions: sent.flatMap(({ userKey, phase, decision, sentAt, refusal, state }) =>
      state === "taken" ? [] : [{ userKey, phase, decision, sentAt, refusal, state }],
    ),
  };
}

/** History of a request from its ledger: the course of each phase, and the end. */
export interface ToldRequest {
  readonly phases: readonly ToldPhase[];
  readonly end: ToldEnd | null;
  /** State of the ledger; a changed or missing one yields no history. */
  readonly ledger: "whole" | "changed" | "none";
}

async function toldOf({ store: { requestLedger } }: CallContext, key: string): Promise<ToldRequest> {
  const kept = await requestLedger.read(key);
  const { events, findings } = inspectLedger(kept, requestLedger);
  if (kept.length === 0 || findings.length > 0)
    return { phases: [], end: null, ledger: kept.length === 0 ? "none" : "changed" };
  return { phases: replayedPhases(events), end: replayedEnd(events), ledger: "whole" };
}

async function withNames(context: CallContext, explained: ExplainedRequest): Promise<ExplainedRequest> {
  const { waitsFor, phase, questions, phases, end, sentDecisions } = explained;
  const decisions = phase?.decisions ?? [];
  const inPhases = phases.flatMap((told) => [...told.people, ...told.decisions, ...told.carried]);
  const endedBy = end === null || end.userKey === null ? [] : [{ ...end, userKey: end.userKey }];
  const withPeople = await peopleOf(context, [
    ...waitsFor,
    ...decisions,
    ...questions,
    ...inPhases,
    ...endedBy,
    ...sentDecisions,
  ]);
  const [namedEnd = end] = withPeople(endedBy);
  return {
    ...explained,
    waitsFor: withPeople(waitsFor),
    questions: withPeople(questions),
    phase: phase === null ? null : { ...phase, decisions: withPeople(decisions) },
    phases: phases.map((told) => ({
      ...told,
      people: withPeople(told.people),
      decisions: withPeople(told.decisions),
      carried: withPeople(told.carried),
    })),
    end: namedEnd,
    sentDecisions: withPeople(sentDecisions),
  };
}

async function recordedOperations(
  context: CallContext,
  { key, status }: Row<"reqbatch">,
  asked: readonly Row<"requestAuthorizers">[],
): Promise<RecordedOperation[]> {
  const operations = await context.store.select("requestOperations", inSequence(key));
  const recorded: RecordedOperation[] = [];
  for (const operation of operations) {
    const isUnderWay = isWorkStatus(status) && !isFinalResult(operation.result);
    const offers = asked.filter(({ requestPhaseKey }) => requestPhaseKey === operation.key);
    const waiting = peopleOfTask(operation, offers);
    const taskPeople = offers
      .filter(({ userKey }) => waiting.includes(userKey))
      .map((offer) => ({ ...offer, since: Math.max(offer.askedAt ?? 0, operation.taskSince ?? 0) }));
    recorded.push({
      ...operation,
      taskPeople,
      around: isUnderWay ? await surroundingsOf(context, operation) : {},
    });
  }
  return recorded;
}

const inSequence = (requestKey: string) => ({ where: { requestKey }, orderBy: [["sequence", "asc"] as const] });
