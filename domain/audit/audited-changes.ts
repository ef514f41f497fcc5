/** A value before and after. A text that is too long is cut and ends with `…`; a secret is shown as its keyed fingerprint. */
export interface AuditedValue {
  readonly old?: string | number | null;
  readonly new?: string | number | null;
}

/** One changed row as the audit shows it. */
export interface AuditedRow {
  readonly table: string;
  readonly key: string;
  readonly operation: "insert" | "update" | "remove";
  readonly columns: Readonly<Record<string, AuditedValue>>;
}

/** Rows that a call has changed, with their values before and after. */
export interface AuditedChanges {
  readonly rows: readonly AuditedRow[];
  /** Number of further changed rows; the change log holds them. */
  readonly more?: number;
}
