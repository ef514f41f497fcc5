import type { AuditRecord } from "#domain/audit/audit-record.ts";

/** A place outside the database to which the audit is copied. */
export interface AuditSink {
  /** Name of the sink in the table of deliveries. */
  readonly name: string;
  /**
   * Delivers rows to the sink, in their order; resolves when the sink has taken them. A rejected delivery comes again, even the part that
   * was taken.
   */
  deliver(records: readonly AuditRecord[]): Promise<void>;
}

/** Returns a row as one line of JSON, without the line break. */
export function recordLine(record: AuditRecord): string {
  return JSON.stringify({ ...record, time: new Date(record.time).toISOString() });
}
