import { AndFilter, Ber, BerReader, BerWriter, type Control, EqualityFilter } from "ldapts";
import { expect, test } from "vitest";

import { AssertionControl } from "./assertion-control.ts";
import { PreReadControl } from "./pre-read-control.ts";

const [entryTag, sequenceTag] = [0x64, 0x30];
const filter = new AndFilter({
  filters: [
    new EqualityFilter({ attribute: "objectClass", value: "inetOrgPerson" }),
    new EqualityFilter({ attribute: "entryUUID", value: "Ä(*)\\" }),
  ],
});

/** Reads a control as a directory would. */
function sent(control: Control) {
  const writer = new BerWriter();
  control.write(writer);
  const reader = new BerReader(writer.buffer);
  reader.readSequence();
  const [type, critical] = [reader.readString(), reader.readBoolean()];
  return { type, critical, value: reader.readString(Ber.OctetString, true) ?? Buffer.alloc(0) };
}

/** Makes the value of an answer that contains an entry. */
function told(tag: number, attributes: Readonly<Record<string, readonly string[]>>): Buffer {
  const writer = new BerWriter();
  writer.startSequence(tag);
  writer.writeString("uid=ada,ou=people");
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    writer.writeStringArray([...values]);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

test("an assertion is sent as one that must hold, with the filter as a search would send it", () => {
  const writer = new BerWriter();
  filter.write(writer);
  expect(sent(new AssertionControl(filter))).toEqual({ type: "1.3.6.1.1.12", critical: true, value: writer.buffer });
});

test("a pre-read asks for its attributes, and never for a password", () => {
  const { type, critical, value } = sent(new PreReadControl(["pwdReset", "userPassword", "UNICODEPWD;x", "uid"]));
  expect([type, critical]).toEqual(["1.3.6.1.1.13.1", true]);
  const reader = new BerReader(value);
  reader.readSequence();
  expect([reader.readString(), reader.readString(), reader.readString()]).toEqual(["pwdReset", "uid", null]);
});

test.each([entryTag, sequenceTag])("the entry of an answer is read, with the tag 0x%s before it", (tag) => {
  const control = new PreReadControl(["pwdReset", "description"]);
  expect(control.entry).toBeUndefined();
  control.parse(new BerReader(told(tag, { pwdReset: ["TRUE"], description: ["one", "two"] })));
  expect(control.entry).toEqual({ dn: "uid=ada,ou=people", pwdReset: "TRUE", description: ["one", "two"] });
});

test("an answer without a value tells no entry", () => {
  const control = new PreReadControl(["pwdReset"]);
  control.parse(new BerReader(Buffer.alloc(0)));
  expect(control.entry).toBeUndefined();
});

test("what the library writes to its log of messages holds neither", () => {
  expect(JSON.stringify([new AssertionControl(filter), new PreReadControl(["pwdReset"])])).not.toMatch(
    /uuid|pwdReset/i,
  );
});
