import { ServiceError } from "#domain/errors.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * Returns the user for whom something is requested.
 * @throws RECIPIENT_UNKNOWN, RECIPIENT_UNFIT for a user who is disabled or has left
 */
export async function requireRecipient(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  recipientKey: string,
): Promise<Row<"users">> {
  const recipient = await store.get("users", recipientKey);
  if (!recipient) throw new ServiceError("RECIPIENT_UNKNOWN", { target: "recipientKey" });
  if (recipient.disabled || hasEnded(recipient, clock.now()))
    throw new ServiceError("RECIPIENT_UNFIT", { target: "recipientKey" });
  return recipient;
}
