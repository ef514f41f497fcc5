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
  key: "key",
  entity: { type: "SessionLog", key: "sessionLogKey" },
  properties: {
    key: text().ordered().policy().shown("Its key."),
    door: oneOf(sessionDoors).optional().shown("By which door it began; null = it has no beginning of its own."),
    startedAt: time().ordered().policy().shown("When it began."),
    provedAt: time()
      .optional()
      .shown("When its user last proved who they are; null = when it began, or never where nobody has signed in."),
    lastAt: time().policy().shown("When it was used last."),
    expiresAt: time().optional().shown("When it ends by itself; null = never."),
    endedAt: time().optional().shown("When it ended; null = it has not."),
    endReason: oneOf(sessionEnds).optional().shown("Why it ended; null = it has not."),
    node: text(40).policy().shown("The node."),
    module: text<ModuleName>(20).policy().shown("The door of its first call."),
    actor: text().optional().policy().shown("Who is signed in; null = nobody."),
    clientId: text().optional().shown("The application; null = none."),
    ip: text(60).optional().shown("From which address it began; null = from none."),
    entries: integer().shown("How many calls were made in it."),
    failures: integer().shown("How many of them failed or were refused."),
  },
  relations: {
    data: many("sessionLogData", "sessid"),
  },
  indexes: [index("endedAt", "expiresAt"), index("startedAt"), index("actor", "endedAt")],
  policies: {
    sessionLog: {},
  },
});
