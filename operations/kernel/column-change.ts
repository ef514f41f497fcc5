/** A value for one column of a row. */
export interface ColumnChange {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly value: unknown;
}

/** A call by which an administrator would write a value into a column, as a part of another call. */
export interface ColumnCall<Context> {
  /**
   * Asks the policies of the call, checks the value, and prepares it before the transaction.
   * @throws FORBIDDEN, INPUT_INVALID and any refusal of the call
   */
  prepare(context: Context): Promise<unknown>;
  /**
   * Writes the value in the present transaction, with what was prepared.
   * @throws FORBIDDEN, INPUT_INVALID and any refusal of the call
   */
  run(context: Context, prepared: unknown): Promise<unknown>;
}
