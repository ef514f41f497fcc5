import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { simulatedResourceTypes } from "#domain/requests/phase-resources.ts";
import { isSameCourse } from "#domain/requests/simulated-authorization.ts";
import { simulatedRequestsDefault, simulatedRequestsMax } from "#domain/rule-limits.ts";

import { checkPhases } from "../authorization-phases/engine/check-phases.ts";
import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { simulateRequest, type SimulatedRequest } from "./engine/simulate-request.ts";
import { latestRequests, requireSimulated } from "./engine/simulated-resource.ts";

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
    await requireSimulated(context, resource);
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
