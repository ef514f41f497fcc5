import { auditOperations } from "#domain/audit/audit-operations.ts";

import type { SessionLogData } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import type { TextKey } from "../../messages/text.ts";
import type { EnteredFilter, TableFilter } from "../../table/table-column.ts";

const auditResults = ["S", "F", "N"] as const satisfies readonly SessionLogData["result"][];

/** The condition that rows are from one side of a moment that somebody has entered in the time zone of the browser. */
export function atSideOf(side: "ge" | "le", entered: string): string | undefined {
  const moment = Date.parse(entered);
  return Number.isNaN(moment) ? undefined : `time ${side} ${new Date(moment).toISOString()}`;
}

const momentFilter = (name: string, title: TextKey, side: "ge" | "le"): EnteredFilter => ({
  ...{ name, title, enters: "moment" },
  where: (entered) => atSideOf(side, entered),
});

const nameFilter = (name: "actor" | "recipient" | "targetSystem", title: TextKey): EnteredFilter => ({
  ...{ name, title, enters: "text" },
  where: (entered) => `${name} eq ${literal(entered.trim())}`,
});

const codes = Object.entries(auditOperations).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** By what the audit is searched, beside words. */
export const auditFilters: readonly TableFilter[] = [
  {
    ...{ name: "operation", title: "audit.operation" },
    choices: codes.map(([code, { description }]) => ({
      ...{ value: code, name: `${code} – ${description}`, where: `operation eq ${literal(code)}` },
    })),
  },
  {
    ...{ name: "result", title: "audit.result" },
    choices: auditResults.map((result) => ({
      ...{ value: result, text: `audit.result.${result}` as const, where: `result eq '${result}'` },
    })),
  },
  nameFilter("actor", "audit.actor"),
  nameFilter("recipient", "audit.recipient"),
  nameFilter("targetSystem", "audit.targetSystem"),
  momentFilter("from", "audit.from", "ge"),
  momentFilter("to", "audit.to", "le"),
];
