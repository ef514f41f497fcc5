import type { ConnectorCode } from "#connectors/contract/index.ts";

/** The source of the orders by which a target is asked about a password while somebody signs in: the prefix of their keys. */
export const passwordCheckSource = "signIn";

/** The workflow that brings such an order to the proxy of the target. */
export const passwordCheckWorkflow = "passwordCheck";

/** What an answered check says: the outcome that a proxy has reported of it. */
export interface CheckOutcome {
  readonly result: "S" | "F" | null;
  readonly errorCode: string | null;
}

/** By these a target answers that this password does not open this account, or that it has none of the name. */
const refusals: ReadonlySet<string> = new Set<ConnectorCode>(["currentPassword", "invalidValue", "notFound", "policy"]);

/**
 * What a target has said of a password; undefined while it has said nothing. Whatever is no word about the account counts as a target
 * that is away: nobody is told that a password is wrong which nobody has looked at.
 */
export function checkAnswer({ result, errorCode }: CheckOutcome): "right" | "wrong" | "away" | undefined {
  if (result === "S") return "right";
  if (errorCode !== null) return refusals.has(errorCode) ? "wrong" : "away";
  return result === null ? undefined : "away";
}
