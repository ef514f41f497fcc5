import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { consentOf } from "../identity/engine/consents.ts";
import { revokeFamily } from "../identity/engine/grants.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";

/** User and application of a withdrawn consent. */
export interface WithdrawnConsent {
  /** Key of the user. */
  readonly key: string;
  readonly clientId: string;
}

/**
 * Withdraws a user's consent to an application. The sessions that it began for the user end, and the user is asked again when it sends them
 * to the page.
 * @throws NOT_FOUND, FORBIDDEN, CONSENT_NONE
 */
export const withdrawConsent = defineOperation({
  name: "users.withdrawConsent",
  input: z.strictObject({ key: keyInput, clientId: z.string().min(1).max(idMaxCharacters) }),
  callers: ["user"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/withdrawConsent")),
  audit: { operation: "CNWD", describe: ({ key, clientId }) => ({ recipient: key, ident: clientId }) },
  async run(context, { key, clientId }): Promise<WithdrawnConsent> {
    const consent = await consentOf(context, key, clientId);
    if (consent === undefined) throw new ServiceError("CONSENT_NONE", { target: "clientId" });
    await context.store.remove("consents", consent.key);
    await endSessions(context, key, clientId);
    return { key, clientId };
  },
});

async function endSessions(context: CallContext, userKey: string, clientId: string): Promise<void> {
  const { store, clock, caller } = context;
  const reason = caller.key === userKey ? "logout" : "revoked";
  for (;;) {
    const sessions = await store.sessions.openOf(userKey, clientId, clock.now());
    if (sessions.length === 0) return;
    for (const sessid of sessions) await revokeFamily(context, sessid, reason);
  }
}
