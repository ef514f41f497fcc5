/** A text that breaks a rule of the OData grammar. */
export class ODataSyntaxError extends Error {
  /** Where in the given text, counted in its characters when they are decoded. */
  readonly position: number;
  /** The rule that was being read, by its name in the OASIS ABNF. */
  readonly rule: string;

  constructor(rule: string, position: number, message: string) {
    super(message);
    this.name = "ODataSyntaxError";
    this.rule = rule;
    this.position = position;
  }
}

/**
 * Reads a part of a text, so that its errors name places in the whole: `offset` is where the part stands there.
 * @throws ODataSyntaxError
 */
export function shifted<T>(offset: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ODataSyntaxError) || offset === 0) throw error;
    throw new ODataSyntaxError(error.rule, Math.max(0, error.position + offset), error.message);
  }
}
