/** What a look at a ledger has found. */
export interface LedgerFinding {
  /** The place of the event; null where no event tells of what the record has. */
  readonly event: number | null;
  /** What kind of event it is, as far as that can be told. */
  readonly kind: string | null;
  /** The field that is not what it was or must be; `*` = the whole event. */
  readonly field: string;
  readonly message: string;
}
