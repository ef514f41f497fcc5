import { afterAll, beforeAll, expect, it } from "vitest";

import { passwordsLinkPath } from "#domain/identity/password-link.ts";
import { senderPaths } from "#domain/password-sync/sender-call.ts";
import { openSenderRoom, type SenderRoom } from "#test/support/sender-room.ts";

let room: SenderRoom;
beforeAll(async () => {
  room = await openSenderRoom();
});
afterAll(() => room.close());

const mib = 1_048_576;
const someKey = "00000000-0000-4000-8000-000000000001";
const signingKey = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
const bodies = {
  "open brackets": "[".repeat(mib),
  "objects in objects": '{"a":'.repeat(mib / 5),
  digits: "9".repeat(mib),
  "many names": `{${Array.from({ length: 60_000 }, (_, number) => `"k${number}":1`).join()}}`,
  "a long token": JSON.stringify({ senderKey: someKey, token: "t".repeat(mib), signingKey }),
  "the prototype": '{"__proto__":{"senderKey":"x"},"constructor":{"prototype":{}}}',
  nothing: "",
};
const forms = {
  "many pairs": "a=&".repeat(mib / 3),
  "a long link": `link=${"x".repeat(mib)}`,
  "a link of U+0000": `link=${"%00".repeat(2_000)}`,
  "half of a character": "link=%f0%9f",
};
const doors = [
  ...Object.values(senderPaths),
  `/v2/passwordDeliveries(${someKey})/download`,
  `/v2/passwordDeliveries(${someKey})/reveal`,
];

it.each(Object.entries(bodies))("a stranger who sends %s to the doors of passwords is refused", async (_what, body) => {
  for (const door of doors) {
    const { status } = await room.send("POST", door, { body, headers: { "content-type": "application/json" } });
    expect([door, [400, 401, 413].includes(status)]).toEqual([door, true]);
  }
});

it.each(Object.entries(forms))("a stranger who sends %s as a link is refused", async (_what, body) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status } = await room.send("POST", passwordsLinkPath, { body, headers });
  expect([400, 413]).toContain(status);
});
