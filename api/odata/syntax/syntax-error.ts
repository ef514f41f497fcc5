/** A text that breaks a rule of the OData grammar. */
export class ODataSyntaxError extends Error {
  /** Position in the given text, in decoded characters. */
  readonly position: number;
  /** Rule that was being read, by its name in the OASIS ABNF. */
  readonly rule: string;

  constructor(rule: string, position: number, message: string) {
    super(message);
    this.name = "ODataSyntaxError";
    this.rule = rule;
    this.position = position;
  }
}
