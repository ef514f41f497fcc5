import type { AuditedChanges } from "../audit/audited-changes.ts";
import type { ModuleName } from "../module-name.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Audit log: what was done, row by row. */
export const sessionLogData = resource("sessionLogData", {
  table: "sesslog_full",
  class: "append",
  key: "key",
  entity: { type: "SessionLogData", key: "sessionLogDataKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    sessid: text().policy().shown("The session."),
    seq: bigInteger().shown("A number that rises on each node."),
    time: time().ordered().policy().shown("When it happened."),
    node: text(40).policy().shown("The node."),
    module: text<ModuleName>(20).policy().shown("The door by which the call came."),
    operation: text(60).searched().policy().shown("What was done, as a code; docs/audit-operations.md lists them."),
    result: oneOf(["S", "F", "N"], 1)
      .policy()
      .shown("Whether it was done (S), failed or refused (F), or is not known (N)."),
    actor: text().optional().searched().policy().shown("Who did it; null = nobody known."),
    recipient: text().optional().searched().policy().shown("For whom; null = for nobody."),
    ident: text(400).optional().searched().shown("On what; null = it does not say."),
    targetSystem: text().optional().policy().shown("The target system; null = none."),
    account: text(400).optional().searched().shown("The account there; null = none."),
    batchId: text().optional().shown("The request or mass reset to which it belongs; null = none."),
    requested: longText()
      .optional()
      .searched()
      .shown(
        "What its request asks for: actions, groups, accounts and target systems, with the names of its submission; null = it is about no request.",
      ),
    ip: text(60).optional().shown("From which address; null = from none."),
    requestId: text().optional().shown("The id that leads through logs and calls; null = none."),
    durationMs: integer().optional().shown("Milliseconds that it took; null = not measured."),
    /** Number of calls that the row stands for. */
    calls: integer().initially(1).shown("For how many calls the row stands."),
    message: longText().optional().searched().shown("What is to be said of it, in words; null = nothing."),
    day: text(10),
    changes: json<AuditedChanges>()
      .optional()
      .shown("The rows that it changed, with their values before and after; null = none."),
    contentHash: text(100),
  },
  relations: {
    sessionLog: one("sessionLogs", "sessid"),
  },
  indexes: [index("sessid"), index("time"), index("day", "operation", "result", "durationMs")],
  policies: {
    sessionLogEntry: {},
  },
});
