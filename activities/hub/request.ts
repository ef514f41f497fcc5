import type { RequestStep, RequestStepInput } from "#domain/request-step.ts";

/** The hub steps of the workflow `request`; each is one short transaction and runs as a local activity. */
export interface RequestActivities {
  /** Computes from the rows what the request needs next. */
  nextRequestStep(input: RequestStepInput): Promise<RequestStep>;
}
