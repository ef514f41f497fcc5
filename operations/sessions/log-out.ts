import { defineOperation } from "../define-operation.ts";
import { signInPolicies } from "../identity/engine/may-sign-in.ts";
import { endKeyedSession } from "./engine/end-keyed-session.ts";

/** Ends the session of the library or of SOAP in which it is called; who may begin one may end it. */
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
