import { Ber, type BerWriter, Control, type Filter } from "ldapts";

/** Makes a directory do a request only while the entry it is about matches a filter, else refuse it (RFC 4528). */
export class AssertionControl extends Control {
  /** The name by which a directory tells that it knows this control. */
  static readonly type = "1.3.6.1.1.12";

  // Out of sight, for the library makes JSON of everything that it sends.
  readonly #filter: Filter;

  constructor(filter: Filter) {
    super(AssertionControl.type, { critical: true });
    this.#filter = filter;
  }

  protected override writeControl(writer: BerWriter): void {
    writer.startSequence(Ber.OctetString);
    this.#filter.write(writer);
    writer.endSequence();
  }
}
