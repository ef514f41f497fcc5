import { BerReader, BerWriter } from "ldapts";
import { expect, test } from "vitest";

import { answerTo, messageReader, requestName } from "./ldap-messages.ts";

const [bind, modify, extended] = [0x60, 0x66, 0x77];

function request(id: number, operation: number, ...texts: string[]): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  for (const text of texts) writer.writeString(text);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

const requests = [
  request(1, bind, "cn=admin", "secret"),
  request(127, modify, "uid=ada", "userPassword", "x".repeat(100)),
  request(128, modify, "uid=ada", "description", "y".repeat(70_000)),
  request(70_000, extended, "1.3.6.1.4.1.4203.1.11.1"),
  request(2_147_483_647, extended, "1.3.6.1.4.1.1466.20037"),
];
const facts = [
  { id: 1, operation: bind, setsPassword: false },
  { id: 127, operation: modify, setsPassword: true },
  { id: 128, operation: modify, setsPassword: false },
  { id: 70_000, operation: extended, setsPassword: true },
  { id: 2_147_483_647, operation: extended, setsPassword: false },
];

test.each([3, 7, 1_000, 1_000_000])("messages are whole whatever came at once: %i bytes", (size) => {
  const stream = Buffer.concat(requests);
  const read = messageReader();
  const messages = [];
  for (let at = 0; at < stream.length; at += size) messages.push(...read(stream.subarray(at, at + size)));
  expect(messages).toMatchObject(facts);
  expect(Buffer.concat(messages.map(({ bytes }) => bytes)).equals(stream)).toBe(true);
});

test("a request is named by what it asks for", () => {
  const read = requests.flatMap((bytes) => messageReader()(bytes));
  expect(read.map(requestName)).toEqual(["bind", "modify", "modify", "extended", "extended"]);
  expect(messageReader()(request(1, 0x7f)).map(requestName)).toEqual(["0x7f"]);
});

test.each([
  [1, 0x67, undefined],
  [3, 0x78, undefined],
  [1, 0x67, 12],
])("an answer of our own has the number of its request, the tag of its kind and its code", (index, tag, code) => {
  const [asked] = messageReader()(requests[index] ?? Buffer.alloc(0));
  if (asked === undefined) throw new Error("no request was read");
  const [answer] = messageReader()(answerTo(asked, code));
  expect(answer).toMatchObject({ id: asked.id, operation: tag });
  const reader = new BerReader(answer?.bytes ?? Buffer.alloc(0));
  reader.readSequence();
  reader.readInt();
  reader.readSequence(tag);
  expect([reader.readEnumeration(), reader.readString(), reader.readString()]).toEqual([code ?? 0, "", ""]);
});
