import type { SessionLogData } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import type { TextKey } from "../../messages/text.ts";
import type { EnteredFilter, TableFilter } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import type { AuditWords } from "./audit-words.ts";

const auditResults = ["S", "F", "N"] as const satisfies readonly SessionLogData["result"][];

/** Returns the condition for rows from an entered local moment on (`ge`) or up to it (`le`); undefined if the moment is invalid. */
export function dateBound(side: "ge" | "le", entered: string): string | undefined {
  const moment = Date.parse(entered);
  return Number.isNaN(moment) ? undefined : `time ${side} ${new Date(moment).toISOString()}`;
}

const momentFilter = (name: string, title: TextKey, side: "ge" | "le"): EnteredFilter => ({
  name,
  title,
  enters: "moment",
  where: (entered) => dateBound(side, entered),
});

type NameFilter = (
  name: "actor" | "recipient" | "targetSystem",
  title: TextKey,
  enters: EnteredFilter["enters"],
) => EnteredFilter;

const nameFilter: NameFilter = (name, title, enters) => ({
  name,
  title,
  enters,
  where: (entered) => `${name} eq ${literal(entered.trim())}`,
});

/** Returns the filters of the audit log beside its search. */
export const auditFilters = (words: AuditWords): readonly TableFilter[] => [
  {
    name: "operation",
    title: "audit.operation",
    choices: [...words].map(([code, did]) => ({
      value: code,
      name: `${code} – ${did}`,
      where: `operation eq ${literal(code)}`,
    })),
  },
  {
    name: "result",
    title: "audit.result",
    choices: valueChoices("result", auditResults, (result) => `audit.result.${result}`),
  },
  nameFilter("actor", "audit.actor", "person"),
  nameFilter("recipient", "audit.recipient", "person"),
  nameFilter("targetSystem", "audit.targetSystem", "text"),
  momentFilter("from", "audit.from", "ge"),
  momentFilter("to", "audit.to", "le"),
];
