import { Ber, type BerReader, type BerWriter, Control, type Entry, SearchEntry } from "ldapts";

import { isSecretAttribute } from "./values.ts";

/** Makes a directory tell with a change how the entry was right before it (RFC 4527). */
export class PreReadControl extends Control {
  /** The name by which a directory tells that it knows this control. */
  static readonly type = "1.3.6.1.1.13.1";

  // Out of sight, for the library makes JSON of everything that it sends.
  readonly #attributes: readonly string[];
  #entry: Entry | undefined;

  /** Passwords are never asked for. */
  constructor(attributes: readonly string[]) {
    super(PreReadControl.type, { critical: true });
    this.#attributes = attributes.filter((name) => !isSecretAttribute(name));
  }

  /** The entry as the answer tells it; undefined = nothing was told. */
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
    // OpenLDAP writes the tag of any sequence here, others that of an entry found by a search.
    if (reader.readSequence() === null) return;
    const found = new SearchEntry({ messageId: 0 });
    found.parseMessage(reader);
    this.#entry = found.toObject([], []);
  }
}
