import type { Verified, VerifyRequest } from "#connectors/contract/index.ts";
import type { TriedPassword } from "#domain/requests/order.ts";

import { toConnectorError } from "./connector-failure.ts";
import { can, type OrderCall, perform } from "./order-call.ts";

/** What the target says without counting; undefined where it cannot tell of this account but by a login. */
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

/** Whether the password opens the account. "Must change" and "expired" are told only to someone who gave the right one. */
export function holds(answer: Verified): boolean {
  return answer.ok || answer.reason === "mustChange" || answer.reason === "expired";
}

/** Tells what the target has said of a password. */
export type Tell = (answer: TriedPassword["answer"]) => void;

/** Tells of a password by the key that the order names it with; of one without a key nothing is told. */
export function tellerOf({ onTried }: OrderCall, key: string | undefined, counts: boolean): Tell {
  return (answer) => {
    if (key !== undefined) onTried({ key, answer, counts });
  };
}

/** What an answer says of the password; `unknown` where it speaks of the account alone, as of one that is locked. */
export function answerOf(answer: Verified): TriedPassword["answer"] {
  if (holds(answer)) return "opens";
  return !answer.ok && answer.reason === "invalid" ? "refused" : "unknown";
}
