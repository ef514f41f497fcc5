import { z } from "zod";

import { analysisPageRequests } from "#domain/analysis-limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import { simulatedResourceTypes } from "#domain/requests/phase-resources.ts";
import { isSameCourse } from "#domain/requests/simulated-authorization.ts";
import { simulatedRequestsDefault, simulatedRequestsMax } from "#domain/rule-limits.ts";
import type { Row } from "#store/tables.ts";

import { checkPhases } from "../../authorization-phases/engine/check-phases.ts";
import { phasesInput } from "../../authorization-phases/engine/phases-input.ts";
import type { NewRow } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { defineAnalysis } from "../../kernel/define-analysis.ts";
import { keyInput } from "../../kernel/inputs/operation-input.ts";
import { simulateRequest } from "./simulate-request.ts";
import { latestRequests, requireSimulated } from "./simulated-resource.ts";

const input = z.strictObject({
  resourceType: z.enum(simulatedResourceTypes),
  resourceKey: keyInput,
  phases: phasesInput,
  last: z.int().min(1).max(simulatedRequestsMax).nullish(),
});

type Input = z.output<typeof input>;

/** Approval phases of a resource: the latest requests whose authorization would have taken another course. */
export const simulatedPhases = defineAnalysis({
  input,
  async check(context, { phases, ...resource }) {
    await requireSimulated(context, resource);
    await checkPhases(context, phases);
  },
  async page(context, { input: { phases: given, last, ...resource }, after, before }) {
    const phases = (await checkPhases(context, given)).toSorted((a, b) => a.sequence - b.sequence);
    // The list of the first page: a request that is submitted meanwhile moves no other.
    const keys = after?.split(" ") ?? (await latestKeys(context, resource, last ?? simulatedRequestsDefault));
    const [now, later] = [keys.slice(0, analysisPageRequests), keys.slice(analysisPageRequests)];
    const rows: NewRow[] = [];
    let untold = before.facts.untold ?? 0;
    for (const request of await requestsOf(context, now)) {
      const simulated = await simulateRequest(context, request, { resource, phases });
      if (simulated === undefined) untold += 1;
      else if (!isSameCourse(simulated.was, simulated.would))
        rows.push({
          userKey: request.recipientKey,
          requestKey: request.key,
          operation: await firstCode(context, request),
          why: "phasesDiffer",
          was: simulated.was.authorization,
          would: simulated.would.authorization,
        });
    }
    const done = before.progress.done + now.length;
    return {
      rows,
      next: later.length === 0 ? null : later.join(" "),
      progress: { done, total: done + later.length },
      facts: { looked: done, untold },
    };
  },
});

async function latestKeys(context: CallContext, resource: Omit<Input, "phases" | "last">, last: number) {
  return (await latestRequests(context, resource, last)).map(({ key }) => key);
}

function requestsOf({ store }: CallContext, keys: readonly string[]): Promise<Row<"reqbatch">[]> {
  return store.select("reqbatch", { where: oneOf("key", keys), orderBy: [["createdAt", "desc"]] });
}

async function firstCode({ store }: CallContext, { key }: Row<"reqbatch">): Promise<string> {
  const [first] = await store.select("requestOperations", {
    where: { requestKey: key },
    orderBy: [["sequence", "asc"]],
    limit: 1,
  });
  return first?.code ?? "";
}
