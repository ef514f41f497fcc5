import { offeredQuestions } from "#domain/chains/offered-questions.ts";
import { ServiceError } from "#domain/errors.ts";
import type { OwnSession } from "#domain/identity/own-session.ts";
import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { securityOfficersClass } from "../sample/targets.ts";
import { mayOf } from "./engine/may-of.ts";
import { ownSession } from "./engine/own-session.ts";

/**
 * Returns the user of a browser session, its end, and the user's permissions.
 * @throws SESSION_INVALID
 */
export const readOwnSession = defineOperation<Record<string, never>, OwnSession>({
  name: "sessions.readOwn",
  kind: "read",
  callers: ["user"],
  policies: [{ name: policyOf.get("react/session") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "session" }) },
  async run(context: CallContext): Promise<OwnSession> {
    const { store, caller, settings } = context;
    const { key: sessid, userKey, startedAt, expiresAt, idleSeconds } = await ownSession(context);
    const user = await store.get("users", userKey);
    if (user === undefined) throw new ServiceError("SESSION_INVALID", { detail: "the user is gone" });
    const { key, id, displayName } = user;
    const { classes, superuser } = caller;
    const times = { startedAt, endsAt: expiresAt, idleSeconds };
    const csrfToken = store.csrfToken(sessid);
    const sample = (await store.get("userClasses", securityOfficersClass)) !== undefined;
    const questions = offeredQuestions(settings.predefinedQuestions);
    const told = { ...times, csrfToken, sample, offeredQuestions: questions, may: await mayOf(context) };
    return { key: sessid, user: { key, id, displayName }, classes, superuser, ...told };
  },
});
