import { ModuleName } from "#domain/module-name.ts";
import type { RequestStep, RequestStepInput } from "#domain/requests/request-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nextStep } from "#operations/requests/next-step.ts";

import { asStep, requireLocal } from "./step.ts";

/** Hub steps of the workflow `request`; each is one short transaction and runs as a local activity. */
export interface RequestActivities {
  /** Computes from the rows the next step of the request. */
  nextRequestStep(input: RequestStepInput): Promise<RequestStep>;
}

/** Makes the hub steps of requests. */
export function createRequestActivities(service: ServiceContext): RequestActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  return {
    async nextRequestStep(input) {
      requireLocal();
      const { key, ordinal } = input;
      return asStep(context, { requestKey: key, ordinal }, "A step of a request failed.", () =>
        invoke(nextStep, context, engineCaller(ModuleName.Idwfm, key), input),
      );
    },
  };
}
