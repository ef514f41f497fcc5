import { endKeyedSession } from "../identity/engine/end-keyed-session.ts";
import { signInPolicies } from "../identity/engine/may-sign-in.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Ends the session of the library or of SOAP in which it is called; users who may begin one may end it. */
export const logOut = defineOperation({
  name: "sessions.logOut",
  callers: ["user"],
  policies: [{ name: signInPolicies.librarySession }],
  audit: { operation: "LOUT", describe: () => ({ message: "session" }) },
  async run(context): Promise<object> {
    await endKeyedSession(context, context.caller.sessid, "logout");
    return {};
  },
});
