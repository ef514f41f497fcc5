import { z } from "zod";

import type { DiscoveryStep } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";

import type { CallContext } from "../../kernel/context.ts";
import { defineOperation, type Operation } from "../../kernel/define-operation.ts";
import { type Discovery, lockedDiscovery } from "./discovery-of.ts";

/** Error of a step that is not the next one: nothing is done, and nothing has failed. */
export class NotItsTurn extends ServiceError {
  constructor(detail: string) {
    super("LISTING_REFUSED", { detail });
  }
}

/** Input of every step. */
export interface StepInput {
  readonly key: string;
  /** Run of the workflow, for a step that each run repeats. */
  readonly run?: string;
}

/**
 * Declares a hub step of the workflow `discovery`. It is performed once; a repeat returns the stored answer, and a discovery that has ended
 * stays unchanged.
 */
export function discoveryStep<Input extends StepInput>(
  name: string,
  shape: Readonly<Record<string, z.ZodType>>,
  run: (context: CallContext, discovery: Discovery, input: Input) => Promise<DiscoveryStep>,
): Operation<Input, DiscoveryStep> {
  return defineOperation<Input, DiscoveryStep>({
    name: `discovery.${name}`,
    input: z.strictObject({ key: z.string(), ...shape }) as unknown as z.ZodType<Input>,
    callers: ["engine"],
    audit: { operation: "DSST", when: "never" },
    run: (context, input) =>
      context.store.steps.once<DiscoveryStep>(
        { workflowId: input.key, step: input.run === undefined ? name : `${name} ${input.run}`, ordinal: 0 },
        async () => {
          const discovery = await lockedDiscovery(context, input.key);
          // Another node has taken it over: it alone goes on.
          const isElsewhere = (await context.store.homes.elsewhere("requestOperations", input.key)) !== undefined;
          if (!isFinalResult(discovery.result) && !isElsewhere) return run(context, discovery, input);
          // The call that ended it has left a wake-up, which has now arrived.
          await context.store.outbox.settle({ workflowType: "discovery", workflowId: input.key });
          return { do: "finished" };
        },
        // A waiting step is asked again, and an ended discovery says so itself.
        (step) => step.do !== "wait" && step.do !== "more" && step.do !== "finished",
      ),
  });
}
