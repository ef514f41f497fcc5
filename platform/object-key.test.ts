import { expect, test } from "vitest";

import { namedGuid, objectKey, rowName } from "./object-key.ts";

const guidOfVersion5 = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("a name has one guid of version 5, whoever asks for it", () => {
  expect(namedGuid("a")).toBe(namedGuid("a"));
  for (const name of ["", "a", "ä", "x".repeat(1000)]) expect(namedGuid(name)).toMatch(guidOfVersion5);
});

test("objects of other targets, types or ids have other keys", () => {
  const keys = (["account", "group"] as const).flatMap((type) =>
    ["T", "T2"].flatMap((targetSystemKey) =>
      ["1", "2"].map((stableId) => objectKey({ type, targetSystemKey, stableId })),
    ),
  );
  expect(new Set(keys).size).toBe(8);
});

test("rows of other tables or with other values have other names", () => {
  const names = [rowName("consents", "a", "b"), rowName("consents", "b", "a"), rowName("rights", "a", "b")];
  expect(new Set(names).size).toBe(3);
});
