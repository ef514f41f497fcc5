import { expect, test } from "vitest";

import type { Member, TargetObject } from "#connectors/contract/index.ts";

import { isReadableMember, unreadable } from "./unreadable-object.ts";

const good = { type: "account", id: "1", name: "ada", attributes: { mail: ["ada@example.test"] } };
const of = (part: object) => ({ ...good, ...part }) as TargetObject;

test.each([
  [{}, undefined],
  [{ attributes: undefined }, undefined],
  [{ id: undefined }, { name: "ada", why: "its id" }],
  [{ id: 7 }, { name: "ada", why: "its id" }],
  [
    { id: "", name: "" },
    { name: "without a name", why: "its id" },
  ],
  [{ id: "x".repeat(401) }, { name: "ada", why: "its id" }],
  [{ name: null }, { id: "1", name: "1", why: "its name" }],
  [{ name: "x".repeat(191) }, { id: "1", name: "x".repeat(190), why: "its name" }],
  [{ attributes: { ["x".repeat(191)]: ["1"] } }, { id: "1", name: "ada", why: "the name of an attribute" }],
  [{ attributes: { "": ["1"] } }, { id: "1", name: "ada", why: "the name of an attribute" }],
])("%o", (part, leftOut) => {
  const found = unreadable(of(part));
  if (leftOut === undefined) expect(found).toBeUndefined();
  else expect(found).toEqual({ kind: "leftOut", ...leftOut, why: expect.stringContaining(`${leftOut.why} must be`) });
});

test.each([
  [{ name: "ada" }, true],
  [{ name: "ada", id: "1" }, true],
  [{ name: "" }, false],
  [{ name: "ada", id: "" }, false],
  [{ name: undefined, id: "1" }, false],
])("a member %o can be told: %s", (part, fits) => {
  expect(isReadableMember({ type: "account", ...part } as Member)).toBe(fits);
});
