import { activityInfo } from "@temporalio/activity";

import type {
  DiscoveryActivities,
  DiscoveryStep,
  FailedStep,
  ScheduleActivities,
} from "#domain/discovery/discovery.ts";
import { discoveryTriesMax } from "#domain/engine-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { discoverOnSchedule } from "#operations/discovery/discover-target-system.ts";
import { associateDiscovery } from "#operations/discovery/engine/associate.ts";
import { NotItsTurn, type StepInput } from "#operations/discovery/engine/discovery-step.ts";
import { endDiscovery } from "#operations/discovery/engine/end-discovery.ts";
import {
  beginDiscovery,
  checkListing,
  decidedDiscovery,
  discardListing,
  loadDiscovery,
} from "#operations/discovery/engine/steps.ts";
import { noteStepFailure } from "#operations/discovery/note-step-failure.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { asFailure } from "../failures.ts";
import { whileBeating } from "./step.ts";

/** Makes the hub steps of discoveries. All of them are normal activities, because a load takes longer than a local one may. */
export function createDiscoveryActivities(service: ServiceContext): DiscoveryActivities & ScheduleActivities {
  const context: ServiceContext = { ...service, nudge: () => undefined };

  /** Records a lasting failure in the row: the end does not trust the engine's reports of a step. */
  async function noted(failedStep: FailedStep, key: string, error: unknown): Promise<void> {
    const failure = asFailure(error);
    const isLasting = failure.nonRetryable === true || activityInfo().attempt >= discoveryTriesMax;
    if (error instanceof NotItsTurn || !isLasting) return;
    const note = { key, step: failedStep, code: failure.type ?? "internal" };
    await invoke(noteStepFailure, context, engineCaller(ModuleName.Load, key), note).catch((cause: unknown) =>
      context.log.warn({ err: cause, ...note }, "The failure of a step could not be noted; the step comes again."),
    );
  }

  function step<Input extends StepInput>(operation: Operation<Input, DiscoveryStep>, notedAs?: FailedStep) {
    return (input: Input): Promise<DiscoveryStep> =>
      whileBeating(async () => {
        const { key } = input;
        try {
          return await invoke(operation, context, engineCaller(ModuleName.Load, key), input);
        } catch (error) {
          context.log.error({ err: error, operationKey: key, step: operation.name }, "A step of a discovery failed.");
          if (notedAs) await noted(notedAs, key, error);
          throw asFailure(error);
        }
      });
  }

  return {
    beginDiscovery: step<StepInput & { readonly run: string }>(beginDiscovery),
    checkListing: step(checkListing, "wait"),
    decidedDiscovery: step(decidedDiscovery),
    loadDiscovery: step(loadDiscovery, "commit"),
    associateDiscovery: inParts(step(associateDiscovery, "associate")),
    abortDiscovery: step(discardListing, "abort"),
    endDiscovery: step(endDiscovery),
    async startScheduledDiscovery({ targetSystemKey: key }) {
      const caller = engineCaller(ModuleName.Load, service.ids.guid());
      try {
        await invoke(discoverOnSchedule, service, caller, { key, trigger: "schedule" });
        return { started: true };
      } catch (error) {
        const isTransient =
          !(error instanceof ServiceError) || error.kind === "unavailable" || error.kind === "internal";
        if (isTransient) throw asFailure(error);
        service.log.warn({ targetSystem: key, code: error.code }, "A scheduled discovery could not be started.");
        return { started: false };
      }
    },
  };
}

type DiscoveryActivity<Input> = (input: Input) => Promise<DiscoveryStep>;

/** Repeats a step while more is left, so that it is one step for the workflow. */
function inParts<Input>(step: DiscoveryActivity<Input>): DiscoveryActivity<Input> {
  return async (input) => {
    for (;;) {
      const done = await step(input);
      if (done.do !== "more") return done;
    }
  };
}
