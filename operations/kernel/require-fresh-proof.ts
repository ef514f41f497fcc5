import { isProvedByPerson } from "#domain/audit/session-door.ts";
import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "./context.ts";

const minuteMs = 60_000;

/** When a user's proof of who they are ends that was given at a moment, milliseconds UTC. */
export function proofEnd({ settings }: Pick<CallContext, "settings">, provedAt: number): number {
  return provedAt + settings.proofMinutes * minuteMs;
}

/**
 * Makes sure that the user of a call has proved who they are within the last minutes, by signing in or anew. A proof belongs to its
 * session: refreshing tokens renews none, and a client that acts for itself has none.
 * @throws PROOF_REQUIRED
 */
export async function requireFreshProof(context: CallContext): Promise<void> {
  const { clock, caller } = context;
  const provedAt = caller.provedAt ?? (await proofOfSession(context));
  if (clock.now() < proofEnd(context, provedAt)) return;
  throw new ServiceError("PROOF_REQUIRED", { detail: `proved at ${provedAt}` });
}

/**
 * When the user of a call's session last proved who they are.
 * @throws PROOF_REQUIRED where no person has signed in, so that nobody can
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
