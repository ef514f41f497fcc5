import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import {
  explainRequest as explain,
  type RecordedPhase,
  type RequestExplanation,
} from "#domain/requests/request-explanation.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { peopleOf } from "../people/engine/people-of.ts";
import { visibleRow } from "../read/visible-row.ts";
import { momentsOf } from "./engine/moments-of.ts";

/**
 * Explains why a request is where it is.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const explainRequest = defineOperation<{ key: string }, RequestExplanation>({
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
    const explained = explain({
      ...request,
      phases: await recordedPhases(context, key),
      operations: await context.store.select("requestOperations", inSequence(key)),
      comments: await context.store.select("requestComments", {
        where: { requestKey: key },
        orderBy: [["writtenAt", "asc"]],
      }),
      now: context.clock.now(),
      nextReminderAt: moments.find(({ kind }) => kind === "reminder")?.at ?? null,
      nextEscalationAt: moments.find(({ kind }) => kind === "escalation")?.at ?? null,
    });
    return withNames(context, explained);
  },
});

async function withNames(context: CallContext, explained: RequestExplanation): Promise<RequestExplanation> {
  const { waitsFor, phase, questions } = explained;
  const decisions = phase?.decisions ?? [];
  const withPeople = await peopleOf(context, [...waitsFor, ...decisions, ...questions]);
  return {
    ...explained,
    waitsFor: withPeople(waitsFor),
    questions: withPeople(questions),
    phase: phase === null ? null : { ...phase, decisions: withPeople(decisions) },
  };
}

const inSequence = (requestKey: string) => ({ where: { requestKey }, orderBy: [["sequence", "asc"] as const] });

async function recordedPhases({ store }: CallContext, requestKey: string): Promise<RecordedPhase[]> {
  const phases = await store.select("requestPhases", inSequence(requestKey));
  const authorizers = await store.select("requestAuthorizers", {
    where: { requestKey },
    orderBy: [["userKey", "asc"]],
  });
  const decisions = await store.select("decisions", { where: { requestKey }, orderBy: [["decidedAt", "asc"]] });
  const of = <R extends { requestPhaseKey: string }>(rows: readonly R[], phase: Row<"requestPhases">) =>
    rows.filter((row) => row.requestPhaseKey === phase.key);
  return phases.map((phase) => ({
    ...phase,
    authorizers: of(authorizers, phase),
    decisions: of(decisions, phase),
  }));
}
