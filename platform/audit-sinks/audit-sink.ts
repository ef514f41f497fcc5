import type { AuditRecord } from "#domain/audit/audit-record.ts";

/** A place outside the database to which the audit is copied. */
export interface AuditSink {
  /** Its name in the table of deliveries. */
  readonly name: string;
  /**
   * Brings rows there, in their order; resolves when they have been taken. What is rejected comes again, also the part
   * that was taken.
   */
  deliver(records: readonly AuditRecord[]): Promise<void>;
}

/** A row as one line of JSON, without the line's end. */
export function recordLine(record: AuditRecord): string {
  return JSON.stringify({ ...record, time: new Date(record.time).toISOString() });
}
