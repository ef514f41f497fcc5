import type { AuditedChanges } from "../audit/audited-changes.ts";
import type { ModuleName } from "../module-name.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Audit log: what was done, row by row. */
export const sessionLogData = resource("sessionLogData", {
  table: "sesslog_full",
  class: "append",
  holds: "data",
  key: "key",
  entity: { type: "SessionLogData", key: "sessionLogDataKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the audit event."),
    sessid: text().policy().shown("Key of the session."),
    seq: bigInteger().shown("Sequence number, which rises on each node."),
    time: time().ordered().policy().shown("Time of the event."),
    node: text(40).policy().shown("Node that wrote the event."),
    module: text<ModuleName>(20).policy().shown("Interface of the call."),
    operation: text(60).searched().policy().shown("Code of the operation; docs/audit-operations.md lists the codes."),
    result: oneOf(["S", "F", "N"], 1).policy().shown("Result: successful (S), failed or refused (F), or unknown (N)."),
    actor: text().optional().searched().policy().shown("User who acted; null if not known."),
    recipient: text().optional().searched().policy().shown("Recipient; null if none."),
    ident: text(400).optional().searched().shown("Object of the operation; null if not named."),
    targetSystem: text().optional().policy().shown("Target system; null if none."),
    account: text(400).optional().searched().shown("Account on the target system; null if none."),
    batchId: text().optional().shown("Request or mass reset of the event; null if none."),
    requested: longText()
      .optional()
      .searched()
      .shown(
        "Operations of the request: actions, groups, accounts and target systems, named as at its submission; null if the event is not about a request.",
      ),
    ip: text(60).optional().shown("IP address of the caller; null if none."),
    requestId: text().optional().shown("Correlation id of logs and calls; null if none."),
    durationMs: integer().optional().shown("Duration in milliseconds; null if not measured."),
    /** Number of calls that the row stands for. */
    calls: integer().initially(1).shown("Number of calls that the event stands for."),
    message: longText().optional().searched().shown("Message of the event; null if none."),
    day: text(10),
    changes: json<AuditedChanges>().optional().shown("Changed rows with their values before and after; null if none."),
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
