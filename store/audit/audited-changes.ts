import { auditedRowsMax, auditedValueMaxCharacters } from "#domain/audit-limits.ts";
import type { AuditedChanges, AuditedRow, AuditedValue } from "#domain/audit/audited-changes.ts";
import { type KeyRing, KeyRingError } from "#platform/keys/keys.ts";

import type { RowChange } from "../changes/change.ts";
import { columnsOf } from "../rows.ts";
import type { SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

/**
 * Tables of work in progress, which operations of their own audit. Their values are in the change log and would only appear here twice. The
 * audit itself is among them.
 */
const toldElsewhere: ReadonlySet<TableName> = new Set<TableName>([
  // Grants follow the rows of which they tell.
  "grants",
  "reqbatch",
  "requestOperations",
  "requestPhases",
  "requestAuthorizers",
  "decisions",
  "requestComments",
  "sentDecisions",
  "requestEvents",
  "vaultOrders",
  "massResetAccounts",
  "massResetTargets",
  "persistedGrants",
  "revokedTokens",
  "keyedSessions",
  "operationIdentifiers",
  "refusedSignIns",
  "passwordChecks",
  "commandRuns",
  "sesslog_full",
]);

/** Tables that every sign-in attempt writes, whatever its outcome. */
const ofSignIns: ReadonlySet<TableName> = new Set<TableName>(["refusedSignIns", "passwordChecks"]);

/** Returns true if a change only counts a refused sign-in. */
function isCount({ table, operation, after }: RowChange): boolean {
  if (ofSignIns.has(table)) return true;
  return table === "users" && operation === "update" && Object.keys(after).every((column) => column === "failures");
}

/** Returns true if changes do more than count a refused sign-in. */
export function isEffect(changes: readonly RowChange[]): boolean {
  return !changes.every(isCount);
}

type Keys = Pick<KeyRing, "unseal" | "fingerprint">;
type ValueAt = { readonly table: TableName; readonly key: string; readonly column: string };

/** Purpose of the fingerprints of secrets in the audit. */
const purpose = "audited secret";

/** Placeholder for a sealed text that is empty, or that no key of the ring opens. */
const unopened = "[not to be opened]";

/** Returns the audited form of changed rows; null if none is audited here. */
export function auditedChanges(changes: readonly RowChange[], keyRing: Keys): AuditedChanges | null {
  const told = changes.filter(({ table }) => !toldElsewhere.has(table));
  if (told.length === 0) return null;
  const rows = told.slice(0, auditedRowsMax).map((change) => auditedRow(change, keyRing));
  return told.length > rows.length ? { rows, more: told.length - rows.length } : { rows };
}

function auditedRow({ table, key, operation, before, after }: RowChange, keyRing: Keys): AuditedRow {
  const columns: Record<string, AuditedValue> = {};
  const shown = (name: string, value: SqlValue) => shownValue({ table, key, column: name }, value, keyRing);
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const { [name]: was = null } = before;
    const { [name]: is = null } = after;
    if (operation !== "update" && was === null && is === null) continue;
    columns[name] = {
      ...(operation === "insert" ? {} : { old: shown(name, was) }),
      ...(operation === "remove" ? {} : { new: shown(name, is) }),
    };
  }
  return { table, key, operation, columns };
}

function shownValue(at: ValueAt, value: SqlValue, keyRing: Keys): SqlValue {
  if (typeof value !== "string") return value;
  if (columnsOf(at.table)[at.column]?.kind === "sealed") return fingerprintOf(at, value, keyRing);
  if (isDigest(at)) return keyRing.fingerprint(purpose, value);
  return value.length > auditedValueMaxCharacters ? `${value.slice(0, auditedValueMaxCharacters)}…` : value;
}

/** Returns true for hashes, of which the audit shows whether two are equal, but nothing to test guesses against. */
function isDigest({ column }: ValueAt): boolean {
  return column.endsWith("Hash");
}

function fingerprintOf(at: ValueAt, sealed: string, keyRing: Keys): string {
  try {
    return keyRing.unseal(sealed, at).use((text) => keyRing.fingerprint(purpose, text));
  } catch (error) {
    // A value that can no longer be opened must still be replaceable.
    if (error instanceof KeyRingError) return unopened;
    throw error;
  }
}
