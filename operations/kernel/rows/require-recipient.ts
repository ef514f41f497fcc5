import { ServiceError } from "#domain/errors.ts";
import { hasEnded } from "#domain/identity/presence.ts";

import type { CallContext } from "../context.ts";

/**
 * Refuses a request for a person who is not there any more.
 * @throws RECIPIENT_UNKNOWN, RECIPIENT_UNFIT
 */
export async function requireRecipient({ store, clock }: CallContext, recipientKey: string): Promise<void> {
  const recipient = await store.get("users", recipientKey);
  if (!recipient) throw new ServiceError("RECIPIENT_UNKNOWN", { target: "recipientKey" });
  if (recipient.disabled || hasEnded(recipient, clock.now()))
    throw new ServiceError("RECIPIENT_UNFIT", { target: "recipientKey" });
}
