import { expect, test } from "vitest";

import { systemIds } from "./ids.ts";

test("keys are guids in lower case and never repeat", () => {
  const keys = Array.from({ length: 1_000 }, () => systemIds.guid());
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("a token carries the asked number of random bytes and needs no escaping in an address", () => {
  expect(Buffer.from(systemIds.token(), "base64url")).toHaveLength(32);
  expect(Buffer.from(systemIds.token(16), "base64url")).toHaveLength(16);
  expect(systemIds.token(64)).toMatch(/^[\w-]+$/);
});
