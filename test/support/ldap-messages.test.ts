import { BerReader, BerWriter } from "ldapts";
import { expect, test } from "vitest";

import { messageReader, successTo } from "./ldap-messages.ts";

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

test.each([
  [1, 0x67],
  [3, 0x78],
])("a pretended answer has the number of its request and the tag of its kind", (index, tag) => {
  const [asked] = messageReader()(requests[index] ?? Buffer.alloc(0));
  if (asked === undefined) throw new Error("no request was read");
  const [answer] = messageReader()(successTo(asked));
  expect(answer).toMatchObject({ id: asked.id, operation: tag });
  const reader = new BerReader(answer?.bytes ?? Buffer.alloc(0));
  reader.readSequence();
  reader.readInt();
  reader.readSequence(tag);
  expect([reader.readEnumeration(), reader.readString(), reader.readString()]).toEqual([0, "", ""]);
});
