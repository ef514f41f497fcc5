import { sessionDoors, sessionEnds } from "../audit/session-door.ts";
import type { ModuleName } from "../module-name.ts";
import { text, oneOf, integer, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/**
 * Sessions: their beginning, their end, and the number of audit rows written under each. Derived in bounded batches, a few seconds behind
 * the audit.
 */
export const sessionLogs = resource("sessionLogs", {
  class: "derived",
  holds: "data",
  key: "key",
  entity: { type: "SessionLog", key: "sessionLogKey" },
  properties: {
    key: text().ordered().policy().shown("Key of the session."),
    door: oneOf(sessionDoors)
      .optional()
      .shown("Interface at which the session started; null if it has no start of its own."),
    startedAt: time().ordered().policy().shown("Start of the session."),
    provedAt: time()
      .optional()
      .shown(
        "Time at which the user last authenticated; null for the start of the session, or never if no user is signed in.",
      ),
    lastAt: time().policy().shown("Time at which the session was last used."),
    expiresAt: time().optional().shown("Time at which the session expires; null if never."),
    endedAt: time().optional().shown("End of the session; null if it has not ended."),
    endReason: oneOf(sessionEnds).optional().shown("Reason for the end of the session; null if it has not ended."),
    node: text(40).policy().shown("Node of the session."),
    module: text<ModuleName>(20).policy().shown("Interface of the first call."),
    actor: text().optional().policy().shown("Signed-in user; null if none."),
    clientId: text().optional().shown("Id of the client; null if none."),
    ip: text(60).optional().shown("IP address at the start of the session; null if none."),
    entries: integer().shown("Number of calls in the session."),
    failures: integer().shown("Number of calls that failed or were refused."),
  },
  relations: {
    data: many("sessionLogData", "sessid"),
  },
  indexes: [index("endedAt", "expiresAt"), index("startedAt"), index("actor", "endedAt")],
  policies: {
    sessionLog: {},
  },
});
