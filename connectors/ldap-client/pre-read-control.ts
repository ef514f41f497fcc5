import { Ber, type BerReader, type BerWriter, Control, type Entry, SearchEntry } from "ldapts";

import { isSecretAttribute } from "./values.ts";

/** Control by which a directory returns the entry as it was immediately before a change (RFC 4527). */
export class PreReadControl extends Control {
  /** Object identifier by which a directory announces that it supports this control. */
  static readonly type = "1.3.6.1.1.13.1";

  // Private, because the library converts everything that it sends to JSON.
  readonly #attributes: readonly string[];
  #entry: Entry | undefined;

  /** Requests the attributes except passwords. */
  constructor(attributes: readonly string[]) {
    super(PreReadControl.type, { critical: true });
    this.#attributes = attributes.filter((name) => !isSecretAttribute(name));
  }

  /** Entry from the answer; undefined if the answer has none. */
  get entry(): Entry | undefined {
    return this.#entry;
  }

  protected override writeControl(writer: BerWriter): void {
    writer.startSequence(Ber.OctetString);
    writer.startSequence();
    writer.writeStringArray([...this.#attributes]);
    writer.endSequence();
    writer.endSequence();
  }

  protected override parseControl(reader: BerReader): void {
    // OpenLDAP writes the tag of any sequence here, other directories that of a search result entry.
    if (reader.readSequence() === null) return;
    const found = new SearchEntry({ messageId: 0 });
    found.parseMessage(reader);
    this.#entry = found.toObject([], []);
  }
}
