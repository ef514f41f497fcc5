import type { Verified, VerifyRequest } from "#connectors/contract/index.ts";
import type { TriedPassword } from "#domain/requests/order.ts";

import { toConnectorError } from "./connector-failure.ts";
import { can, type OrderCall, perform } from "./order-call.ts";

/** Asks the target about a password without a counted try; undefined if the target can judge this account only by a sign-in. */
export async function comparedByAdministrator(
  context: OrderCall,
  request: VerifyRequest,
): Promise<Verified | undefined> {
  if (!can(context, "adminVerify")) return undefined;
  return perform(context, "adminVerify", request).catch((error: unknown) => {
    const known = toConnectorError(context.connector.definition, error);
    if (known.code === "notSupported" && can(context, "verify")) return undefined;
    throw known;
  });
}

/** Returns true if the password opens the account. "Must change" and "expired" are told only to someone who gave the right one. */
export function holds(answer: Verified): boolean {
  return answer.ok || answer.reason === "mustChange" || answer.reason === "expired";
}

/** Records the target's answer about a password. */
export type Tell = (answer: TriedPassword["answer"]) => void;

/** Makes the recorder for a password by its key in the order; without a key nothing is recorded. */
export function tellerOf({ onTried }: OrderCall, key: string | undefined, counts: boolean): Tell {
  return (answer) => {
    if (key !== undefined) onTried({ key, answer, counts });
  };
}

/** Returns what an answer proves about the password; `unknown` if it is about the account alone, such as a locked one. */
export function answerOf(answer: Verified): TriedPassword["answer"] {
  if (holds(answer)) return "opens";
  return !answer.ok && answer.reason === "invalid" ? "refused" : "unknown";
}
