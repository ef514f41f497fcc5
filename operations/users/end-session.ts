import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { revokeFamily } from "../identity/engine/grants.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";

/** A session that has ended. */
export interface EndedSession {
  /** Key of the user. */
  readonly key: string;
  readonly sessionKey: string;
  /** Time in milliseconds UTC. */
  readonly endedAt: number;
}

/**
 * Ends one session of a user: its refresh tokens become invalid at once, its access tokens within seconds in every process. Other sessions
 * continue.
 * @throws NOT_FOUND, FORBIDDEN, SESSION_ENDED
 */
export const endSession = defineOperation({
  name: "users.endSession",
  input: z.strictObject({ key: keyInput, sessionKey: keyInput }),
  callers: ["user"],
  policies: policiesOfUser(policyOf.action("users/endSession")),
  audit: { operation: "SSEN", describe: ({ key, sessionKey }) => ({ recipient: key, ident: sessionKey }) },
  async run(context, { key, sessionKey }): Promise<EndedSession> {
    const { store, clock, caller } = context;
    const session = await store.sessions.stateOf(sessionKey);
    const endedAt = clock.now();
    // Sessions of other users, and of clients that act for themselves, do not belong to this user.
    if (session?.actor !== key || session.door === "clientCredentials")
      throw new ServiceError("NOT_FOUND", { target: "sessionKey" });
    if (session.endedAt !== null || (session.expiresAt ?? Infinity) <= endedAt)
      throw new ServiceError("SESSION_ENDED", { target: "sessionKey" });
    await revokeFamily(context, sessionKey, caller.key === key ? "logout" : "revoked");
    return { key, sessionKey, endedAt };
  },
});
