import { afterUnknownAnswer, applicabilityStep, attemptOf } from "#domain/requests/applicability.ts";
import { familyOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult, OperationResult } from "#domain/requests/operation-result.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { CallContext } from "../../kernel/context.ts";

type Operation = Row<"requestOperations">;
type Changes = Partial<Omit<Operation, "key">>;

/** Operations of a request that could be sent now. */
interface Sending {
  readonly operations: readonly Operation[];
  change(key: string, changes: Changes): Promise<void>;
}

/** Returns the plug-in that a target system names for its operations; undefined if it names none. */
export async function applicabilityPlugin(context: CallContext, operation: Operation): Promise<string | undefined> {
  if (familyOf(operation.code).asksPlugin !== true) return undefined;
  const name = await optionValue(context, targetKeyOf(operation), "stillApplicablePlugin");
  return typeof name === "string" ? name : undefined;
}

/**
 * Returns the keys of the operations that may be sent. For each other one the plug-in of its target system is asked about this attempt in a
 * turn of the hub; or it has answered, and the operation ends as no longer applicable; or it could not be used, and is asked again later.
 */
export async function askApplicable(context: CallContext, { operations, change }: Sending): Promise<string[]> {
  const { store, clock } = context;
  const plugins = new Map<string, Promise<string | undefined>>();
  const sent: string[] = [];
  for (const operation of operations) {
    const { key } = operation;
    const targetSystemKey = operation.targetSystemKey ?? "";
    const isAsked = familyOf(operation.code).asksPlugin === true;
    const named = plugins.get(targetSystemKey) ?? applicabilityPlugin(context, operation);
    if (isAsked) plugins.set(targetSystemKey, named);
    const step = applicabilityStep(operation, (await named) !== undefined);
    if (step === "send") sent.push(key);
    if (step === "ask") {
      await change(key, { applicability: "asked", askedAttempt: attemptOf(operation), applicabilityReason: null });
      await store.moments.set({ key, kind: "applicability", at: clock.now() });
    }
    if (step === "end") await change(key, notApplicable(context, operation));
    if (step === "retry") await change(key, askedLater(context, operation));
  }
  return sent;
}

/** Reports whether an operation waits for its plug-in, so that its own times say nothing. */
export function isAskedNow(operation: Operation): boolean {
  return applicabilityStep(operation, true) === "wait";
}

function notApplicable({ clock }: CallContext, { applicabilityReason }: Operation): Changes {
  return {
    result: OperationResult.NoLongerApplicable,
    nextTryAt: null,
    errorCode: null,
    errorMessage: applicabilityReason,
    finishedAt: clock.now(),
  };
}

function askedLater({ clock, settings }: CallContext, operation: Operation): Changes {
  const now = clock.now();
  const after = afterUnknownAnswer(operation, { intervalsSeconds: settings.retryIntervalsSeconds, now });
  const failed = { errorCode: "PLUGIN_UNUSABLE", errorMessage: operation.applicabilityReason, errorTargetCode: null };
  return isFinalResult(after.result)
    ? { ...failed, result: after.result, nextTryAt: null, finishedAt: now }
    : { ...failed, ...after };
}
