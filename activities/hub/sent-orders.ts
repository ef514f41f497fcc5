import { ModuleName } from "#domain/module-name.ts";
import type { SendStep } from "#domain/requests/send-step.ts";
import { nextCommandRunStep } from "#operations/checkouts/next-command-run-step.ts";
import { nextPasswordCheckStep } from "#operations/identity/next-password-check-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { asStep, requireLocal } from "./step.ts";

/** Order of a step; `performed` is true once its proxy was asked. */
export interface SentOrder {
  readonly key: string;
  readonly performed: boolean;
}

/** Hub steps of workflows that send one order to one proxy, once: short transactions that run as local activities. */
export interface SentOrderActivities {
  /** Finds the proxy to ask about a password from the row, or ends the check. */
  nextPasswordCheckStep(input: SentOrder): Promise<SendStep>;
  /** Finds the proxy for a listed command that is run with a checked-out password, or ends the run. */
  nextCommandRunStep(input: SentOrder): Promise<SendStep>;
}

/** Makes these hub steps. */
export function createSentOrderActivities(service: ServiceContext): SentOrderActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  const step = (operation: SendOperation, what: string, words: string) => async (input: SentOrder) => {
    requireLocal();
    const { key } = input;
    return asStep(context, { [what]: key }, words, () =>
      invoke(operation, context, engineCaller(ModuleName.Rest, key), input),
    );
  };
  return {
    nextPasswordCheckStep: step(
      nextPasswordCheckStep,
      "passwordCheck",
      "A step of asking a target about a password failed.",
    ),
    nextCommandRunStep: step(nextCommandRunStep, "commandRun", "A step of running a listed command failed."),
  };
}

type SendOperation = typeof nextPasswordCheckStep;
