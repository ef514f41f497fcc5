import type { ConnectorCode } from "#connectors/contract/index.ts";

/** Source of the orders that check a password at a target during a sign-in: the prefix of their keys. */
export const passwordCheckSource = "signIn";

/** Workflow that brings such an order to the proxy of the target. */
export const passwordCheckWorkflow = "passwordCheck";

/** Outcome of a check that a proxy has reported. */
export interface CheckOutcome {
  readonly result: "S" | "F" | null;
  readonly errorCode: string | null;
}

/** Codes by which a target answers that the password does not open the account, or that it has no such account. */
const refusals: ReadonlySet<string> = new Set<ConnectorCode>(["currentPassword", "invalidValue", "notFound", "policy"]);

/**
 * Returns the answer of a target about a password; undefined while there is none. Results that say nothing about the account count as a
 * target that is away: no one learns that a password is wrong which no target has checked.
 */
export function checkAnswer({ result, errorCode }: CheckOutcome): "right" | "wrong" | "away" | undefined {
  if (result === "S") return "right";
  if (errorCode !== null) return refusals.has(errorCode) ? "wrong" : "away";
  return result === null ? undefined : "away";
}
