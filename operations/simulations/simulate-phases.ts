import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import type { PhaseResource, PhaseResourceType } from "#domain/requests/phase-resources.ts";
import { isSameCourse } from "#domain/requests/simulated-authorization.ts";
import { simulatedOperationsMax, simulatedRequestsDefault, simulatedRequestsMax } from "#domain/rule-limits.ts";
import type { Row } from "#store/tables.ts";

import { checkPhases } from "../authorization-phases/engine/check-phases.ts";
import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { simulateRequest, type SimulatedRequest } from "./engine/simulate-request.ts";

/** A request whose authorization would have taken another course. */
export interface ChangedRequest extends SimulatedRequest {
  readonly requestKey: string;
  readonly number: string;
}

/** Result of a simulation of authorization phases. */
export interface Simulation {
  /** Number of simulated requests. */
  readonly looked: number;
  /** Number of requests that cannot be simulated, because of their ledgers. */
  readonly untold: number;
  /** Changed requests, latest first. */
  readonly changed: readonly ChangedRequest[];
}

/** Types of resources that have phases and can be requested. */
export const simulatedResourceTypes = [
  "targetSystem",
  "managedGroup",
  "managedSystemPolicy",
  "template",
] as const satisfies readonly PhaseResourceType[];

/**
 * Simulates the latest requests for a resource with other phases. Returns those that would have taken another course: their approvers, and
 * whether they would have been approved, denied or pending. Nothing is written.
 * @throws TARGET_UNKNOWN, GROUP_UNKNOWN, MANAGED_SYSTEM_POLICY_UNKNOWN, TEMPLATE_UNKNOWN, TARGET_PHASE_INVALID,
 * LIMIT_EXCEEDED
 */
export const simulatePhases = defineOperation({
  name: "simulations.simulatePhases",
  kind: "read",
  input: z.strictObject({
    resourceType: z.enum(simulatedResourceTypes),
    resourceKey: keyInput,
    phases: phasesInput,
    last: z.int().min(1).max(simulatedRequestsMax).nullish(),
  }),
  policies: [{ name: policyOf.create("simulations") }],
  callers: ["user"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ resourceKey }) => ({ ident: resourceKey }) },
  async run(context, { phases: given, last, ...resource }): Promise<Simulation> {
    await requireResource(context, resource);
    const phases = (await checkPhases(context, given)).toSorted((a, b) => a.sequence - b.sequence);
    const requests = await latestRequests(context, resource, last ?? simulatedRequestsDefault);
    const changed: ChangedRequest[] = [];
    let untold = 0;
    for (const request of requests) {
      const simulated = await simulateRequest(context, request, { resource, phases });
      if (simulated === undefined) untold += 1;
      else if (!isSameCourse(simulated.was, simulated.would))
        changed.push({ requestKey: request.key, number: request.number, ...simulated });
    }
    return { looked: requests.length, untold, changed };
  },
});

async function requireResource({ store }: CallContext, { resourceType, resourceKey }: PhaseResource): Promise<void> {
  const target = "resourceKey";
  if (resourceType === "managedGroup") {
    if ((await store.get("groups", resourceKey)) !== undefined) return;
    const message = "No group has this resourceKey. Look the key up under /v2/groups.";
    throw new ServiceError("GROUP_UNKNOWN", { target, message });
  }
  if (resourceType === "managedSystemPolicy") {
    if ((await store.get("managedSystemPolicies", resourceKey)) !== undefined) return;
    throw new ServiceError("MANAGED_SYSTEM_POLICY_UNKNOWN", { target });
  }
  if (resourceType === "template") {
    if ((await store.get("templates", resourceKey)) !== undefined) return;
    const message = "No template has this resourceKey. Look the key up under /v2/templates.";
    throw new ServiceError("TEMPLATE_UNKNOWN", { target, message });
  }
  if ((await store.get("targetSystems", resourceKey)) === undefined)
    throw new ServiceError("TARGET_UNKNOWN", { target });
}

/** Types of the calls that submit requests for approval. */
const submissions: ReadonlySet<string> = new Set(["REQUEST_SUBMIT", "TEMPLATE_REQUEST"]);

/** Returns the latest requests for a resource; direct writes are no requests. */
async function latestRequests(
  context: CallContext,
  { resourceType, resourceKey }: PhaseResource,
  last: number,
): Promise<Row<"reqbatch">[]> {
  const { store } = context;
  if (resourceType === "managedSystemPolicy") return latestCheckouts(context, resourceKey, last);
  if (resourceType === "template")
    return store.select("reqbatch", {
      where: related("batch", eq("templateKey", resourceKey)),
      orderBy: [["createdAt", "desc"]],
      limit: last,
    });
  const operations = await store.select("requestOperations", {
    where: resourceType === "managedGroup" ? { groupKey: resourceKey } : { targetSystemKey: resourceKey },
    orderBy: [["createdAt", "desc"]],
    limit: simulatedOperationsMax,
  });
  const keys = [...new Set(operations.map(({ requestKey }) => requestKey))];
  const requests = await store.select("reqbatch", { where: oneOf("key", keys), orderBy: [["createdAt", "desc"]] });
  const identifiers = requests.flatMap(({ operationId }) => operationId ?? []);
  const accepted = await store.select("operationIdentifiers", { where: oneOf("operationId", identifiers) });
  const asked = new Set(
    accepted.flatMap(({ operationType, operationId }) => (submissions.has(operationType) ? [operationId] : [])),
  );
  return requests.filter(({ operationId }) => operationId !== null && asked.has(operationId)).slice(0, last);
}

/** Returns the latest requests for passwords under a policy; users with permission need none. */
async function latestCheckouts({ store }: CallContext, policyId: string, last: number): Promise<Row<"reqbatch">[]> {
  const checkouts = await store.select("checkouts", {
    where: allOf(eq("policyId", policyId), ne("requestKey", null)),
    orderBy: [["requestedAt", "desc"]],
    limit: last,
  });
  const keys = checkouts.flatMap(({ requestKey }) => requestKey ?? []);
  return store.select("reqbatch", { where: oneOf("key", keys), orderBy: [["createdAt", "desc"]] });
}
