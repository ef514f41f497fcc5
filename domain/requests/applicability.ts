import { OperationResult } from "./operation-result.ts";

/** Answer of the plug-in that judges if an operation still applies; `unknown` if it could not be used. */
export const applicabilityAnswers = ["applicable", "notApplicable", "unknown"] as const;

/** Answer of such a plug-in. */
export type ApplicabilityAnswer = (typeof applicabilityAnswers)[number];

/** States of the question of one attempt: asked, or answered. */
export const applicabilityStates = ["asked", ...applicabilityAnswers] as const;

/** Columns of an operation that hold the question of its latest attempt. */
export interface AskedOperation {
  readonly sends: number;
  readonly retries: number;
  /** Attempt that the question is about; null if none was asked. */
  readonly askedAttempt: number | null;
  readonly applicability: (typeof applicabilityStates)[number] | null;
}

/**
 * Step of an operation that could be sent: `ask` the plug-in, `wait` for its answer, `send` it, `end` it as no longer applicable, or `retry`
 * the question later, because an unknown answer allows neither.
 */
export type ApplicabilityStep = "ask" | "wait" | "send" | "end" | "retry";

const stepOfState: Readonly<Record<NonNullable<AskedOperation["applicability"]>, ApplicabilityStep>> = {
  asked: "wait",
  applicable: "send",
  notApplicable: "end",
  unknown: "retry",
};

/** Returns the number of the next attempt of an operation. It rises with each send and each failure, so that each attempt is asked about once. */
export function attemptOf({ sends, retries }: Pick<AskedOperation, "sends" | "retries">): number {
  return sends + retries;
}

/** Returns what an operation does next whose target system names a plug-in, or whose attempt was asked about already. */
export function applicabilityStep(operation: AskedOperation, isPluginNamed: boolean): ApplicabilityStep {
  const { askedAttempt, applicability } = operation;
  const isAsked = applicability !== null && askedAttempt === attemptOf(operation);
  if (!isAsked) return isPluginNamed ? "ask" : "send";
  // A question without a plug-in to answer it needs no answer.
  if (applicability === "asked" && !isPluginNamed) return "send";
  return stepOfState[applicability];
}

/** State of an operation whose plug-in gave no answer. */
export type AfterUnknownAnswer =
  | {
      readonly result: "P";
      /** Milliseconds UTC of the next question. */
      readonly nextTryAt: number;
      readonly retries: number;
    }
  | { readonly result: "F" | "N" };

/**
 * Returns the state after an unknown answer: the next question follows the list of intervals. When the list is used up, an operation that
 * was never sent has failed, and the outcome of another one is unknown.
 */
export function afterUnknownAnswer(
  { sends, retries }: Pick<AskedOperation, "sends" | "retries">,
  { intervalsSeconds, now }: { readonly intervalsSeconds: readonly number[]; readonly now: number },
): AfterUnknownAnswer {
  const wait = intervalsSeconds[retries];
  if (wait === undefined) return { result: sends === 0 ? OperationResult.Failed : OperationResult.Unknown };
  return { result: OperationResult.Pending, nextTryAt: now + wait * 1000, retries: retries + 1 };
}
