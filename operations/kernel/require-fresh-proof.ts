import { isProvedByPerson } from "#domain/audit/session-door.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "./context.ts";

const minuteMs = 60_000;

/** Returns the end of a user's proof of identity that was given at a time, milliseconds UTC. */
export function proofEnd({ settings }: Pick<CallContext, "settings">, provedAt: number): number {
  return provedAt + settings.proofMinutes * minuteMs;
}

/**
 * Throws PROOF_REQUIRED unless the user of a call proved their identity within the last minutes, by sign-in or again. A proof belongs to
 * its session: a token refresh does not renew it, and a client that acts for itself has none.
 * @throws PROOF_REQUIRED
 */
export async function requireFreshProof(context: CallContext): Promise<void> {
  const { clock, caller } = context;
  const provedAt = caller.provedAt ?? (await proofOfSession(context));
  if (clock.now() < proofEnd(context, provedAt)) return;
  throw new ServiceError("PROOF_REQUIRED", { detail: `proved at ${provedAt}` });
}

/**
 * Returns the time of the last proof of identity in the session of a call.
 * @throws PROOF_REQUIRED if no person has signed in, so that no proof is possible
 */
async function proofOfSession({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<number> {
  const session = await store.sessions.stateOf(caller.sessid);
  if (session === undefined || session.door === null) return 0;
  if (isProvedByPerson[session.door]) return session.provedAt ?? session.startedAt;
  throw new ServiceError("PROOF_REQUIRED", {
    message:
      "PROOF_REQUIRED: this changes how people are known or who acts for them, and a client that acts for itself cannot prove a person. Let the person sign in and make the call.",
  });
}
