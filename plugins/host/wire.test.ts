import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { pack, unpack } from "./wire.ts";

test("what goes to a plug-in comes out as it was, its secrets in their boxes", () => {
  const value = { a: [1, "x", null, { b: true }], secret: new Secret("plain"), list: [new Secret(""), "[secret]"] };
  const { text, secrets } = pack(value);
  expect(secrets).toEqual([value.secret, value.list[0]]);
  const back = unpack(text) as typeof value;
  expect(back.a).toEqual(value.a);
  expect(back.list[1]).toBe("[secret]");
  expect([back.secret, back.list[0]].map((one) => (one as Secret).use((plaintext) => plaintext))).toEqual([
    "plain",
    "",
  ]);
  expect(JSON.stringify(back)).not.toContain("plain");
});

test("nothing at all comes out as null", () => expect(unpack(pack(undefined).text)).toBeNull());
