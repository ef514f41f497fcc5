import { auditMessageMaxCharacters } from "#domain/audit-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { dayOf } from "#domain/query/calendar.ts";
import type { Column } from "#domain/resources/format/property.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import { createRisingKeys } from "../changes/rising-keys.ts";
import { takeChanges } from "../changes/transaction-changes.ts";
import { fittingText } from "../fitting-text.ts";
import { currentModule } from "../module-scope.ts";
import { columnsOf, encodeRow } from "../rows.ts";
import type { Row, RowStamps, Save } from "../tables.ts";
import type { Writer } from "../writer.ts";
import { contentHash } from "./audit-content.ts";
import { auditedChanges } from "./audited-changes.ts";

type StoresOwn = "key" | "seq" | "time" | "node" | "module" | "day" | "changes" | "contentHash" | keyof RowStamps;
type AuditColumns = Omit<Row<"sesslog_full">, StoresOwn>;

/** Columns of an audit row that the caller gives; the store fills the others (specification section 6). */
export type AuditRow = Pick<AuditColumns, "sessid" | "operation" | "result"> & Partial<AuditColumns>;

interface AuditParts {
  readonly writer: Writer;
  /** Returns numbers that no other rows of this node have; within one process, later rows have higher numbers. */
  readonly distinct: (counter: string, count: number) => Promise<readonly number[]>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly node: string;
  readonly keyRing: KeyRing;
}

/** Appends rows to `sesslog_full` in the current transaction. */
export interface Audit {
  audit(row: AuditRow): Promise<void>;
  /** Appends rows of work that belongs together, in one batch on a database server; the first carries the changes. */
  auditAll(rows: readonly AuditRow[]): Promise<void>;
}

/**
 * Makes the audit. Each row carries the values before and after of what the transaction has changed since its last audit row, and a keyed
 * hash over all of its content.
 */
export function createAudit(parts: AuditParts): Audit {
  const { writer, distinct, clock, ids, node, keyRing } = parts;
  const nextKey = createRisingKeys({ clock, ids });

  function rowOf(row: AuditRow, seq: number): Save<"sesslog_full"> {
    const time = clock.now();
    const module = currentModule();
    const values = {
      calls: 1,
      ...fitting(row),
      key: nextKey(),
      seq,
      time,
      day: dayOf(time),
      node,
      module,
      changes: auditedChanges(takeChanges(), keyRing),
    };
    const written = {
      ...encodeRow("sesslog_full", values),
      lastUpdatedModule: module,
      lastUpdatedNode: node,
      version: 1,
    };
    return { ...values, contentHash: contentHash(keyRing, written) };
  }

  async function rowsOf(rows: readonly AuditRow[]): Promise<readonly Save<"sesslog_full">[]> {
    const numbers = await distinct("sesslog_full", rows.length);
    return rows.map((row, index) => rowOf(row, numbers[index] ?? 0));
  }

  return {
    async audit(row) {
      const [made] = await rowsOf([row]);
      if (made !== undefined) await writer.add("sesslog_full", made);
    },
    async auditAll(rows) {
      await writer.addAll("sesslog_full", await rowsOf(rows));
    },
  };
}

/**
 * Returns the row as every database stores it, so that its hash covers the stored values: texts are cut to their columns.
 * @throws INTERNAL if a value does not have the type of its column
 */
function fitting(row: AuditRow): AuditRow {
  const fit: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(row)) {
    const column = columnsOf("sesslog_full")[name];
    if (value === undefined || value === null || column === undefined) continue;
    fit[name] = fittingValue(name, column, value);
  }
  return fit as unknown as AuditRow;
}

function fittingValue(name: string, { kind, size }: Column, value: unknown): string | number {
  const isText = kind === "text" || kind === "longText";
  if (isText && typeof value === "string") return fittingText(value, size ?? auditMessageMaxCharacters);
  if (!isText && Number.isSafeInteger(value)) return value as number;
  throw new ServiceError("INTERNAL", { detail: `an audit row takes no ${typeof value} for ${name}` });
}
