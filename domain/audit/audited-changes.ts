/** A value before and after; a text that is too long is cut and ends with `…`, a secret is its keyed fingerprint. */
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

/** The rows that a call has changed, with their values before and after. */
export interface AuditedChanges {
  readonly rows: readonly AuditedRow[];
  /** How many further rows were changed; the change log holds them. */
  readonly more?: number;
}
