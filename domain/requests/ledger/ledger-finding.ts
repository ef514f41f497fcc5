/** Finding of the inspection of a ledger. */
export interface LedgerFinding {
  /** Place of the event; null if no event tells what is on record. */
  readonly event: number | null;
  /** Kind of the event, as far as it can be told. */
  readonly kind: string | null;
  /** Field that is not as it was or must be; `*` for the whole event. */
  readonly field: string;
  readonly message: string;
}
