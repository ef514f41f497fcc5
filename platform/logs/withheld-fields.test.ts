import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { withheldFields } from "./withheld-fields.ts";

test("a value whose name tells a secret is withheld on each of three levels, also among others", () => {
  const fields = {
    password: "canary",
    call: { token: "canary", body: { newPassword: "canary", name: "N" } },
    logins: [{ cookie: "canary", role: "R" }],
  };
  expect(withheldFields(fields)).toEqual({
    password: "[secret]",
    call: { token: "[secret]", body: { newPassword: "[secret]", name: "N" } },
    logins: [{ cookie: "[secret]", role: "R" }],
  });
});

test("what holds no secret is the same object, and what holds one stays as it was", () => {
  const plain = { requestId: "r", at: new Date(0), of: { names: ["a", "b"] }, nothing: null };
  expect(withheldFields(plain)).toBe(plain);
  const inner = { secret: "s" };
  const fields = { inner };
  expect(withheldFields(fields)).toEqual({ inner: { secret: "[secret]" } });
  expect(fields.inner).toBe(inner);
  expect(inner).toEqual({ secret: "s" });
});

test("what says itself how it is written is left alone, and a loop of objects ends", () => {
  const box = new Secret("s");
  expect(withheldFields({ box })).toEqual({ box });
  const loop: Record<string, unknown> = { name: "L" };
  loop["self"] = loop;
  expect(withheldFields(loop)).toBe(loop);
});
