import { Ber, type BerWriter, Control, type Filter } from "ldapts";

/** Control for a conditional request: the directory carries it out only if the entry matches a filter (RFC 4528). */
export class AssertionControl extends Control {
  /** Object identifier by which a directory announces that it supports this control. */
  static readonly type = "1.3.6.1.1.12";

  // Private, because the library converts everything that it sends to JSON.
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
