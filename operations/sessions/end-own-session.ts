import { policyOf } from "#domain/policy-name.ts";

import { endKeyedSession } from "../identity/engine/end-keyed-session.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { ownSession } from "./engine/own-session.ts";

/**
 * Signs out: ends the session with which the call is made.
 * @throws SESSION_INVALID
 */
export const endOwnSession = defineOperation<Record<string, never>, { readonly userKey: string }>({
  name: "sessions.endOwn",
  callers: ["user"],
  policies: [{ name: policyOf.remove("react/session") }],
  audit: {
    operation: "LOUT",
    describe: (_input, output) => (output === undefined ? {} : { message: "session", recipient: output.userKey }),
  },
  async run(context) {
    const { key, userKey } = await ownSession(context);
    await endKeyedSession(context, key, "logout");
    return { userKey };
  },
});
