import { expect, test } from "vitest";

import { lineOf, memberLine, objectLine, objectLines } from "./listing-line.ts";

const object = { type: "account", id: "1", name: "ada" };

test("the same object gives the same line, in whatever order its attributes come", () => {
  const state = { locked: false, enabled: true };
  const first = objectLine({ ...object, state, attributes: { mail: ["a@b"], cn: ["Ada"] } });
  const second = objectLine({
    ...object,
    state: { enabled: true, locked: false },
    attributes: { cn: ["Ada"], mail: ["a@b"] },
  });
  expect(second).toBe(first);
  expect(JSON.parse(first)).toEqual({
    kind: "object",
    id: "1",
    name: "ada",
    ...state,
    attributes: { cn: ["Ada"], mail: ["a@b"] },
  });
});

test("what is not known of an object is not said, and bytes are base64", () => {
  const line = objectLine({ ...object, attributes: { photo: [Uint8Array.of(255, 0)], size: [2], on: [true] } });
  expect(JSON.parse(line)).toEqual({
    kind: "object",
    id: "1",
    name: "ada",
    attributes: { photo: ["/wA="], size: [2], on: [true] },
  });
});

test("members and other items are lines of their own kind", () => {
  expect(JSON.parse(memberLine("g", { type: "account", id: "1", name: "ada" }))).toEqual({
    kind: "member",
    group: "g",
    id: "1",
    name: "ada",
  });
  const nested = { type: "account", name: "ada", through: { id: "2", name: "inner" } };
  expect(JSON.parse(memberLine("g", nested))).toEqual({ kind: "member", group: "g", name: "ada", through: "inner" });
  expect(JSON.parse(lineOf({ kind: "same", id: "1" }))).toEqual({ kind: "same", id: "1" });
});

test("an object that is too large is told without its largest attribute, which is named", () => {
  const large = { ...object, attributes: { mail: ["a@example.test"], photo: [new Uint8Array(1_200_000)] } };
  const { line, cut = "" } = objectLines(large);
  expect(JSON.parse(line)).toMatchObject({ name: "ada", attributes: { mail: ["a@example.test"] } });
  expect(line).not.toContain("photo");
  expect(JSON.parse(cut)).toEqual({ kind: "cut", name: "ada", attributes: ["photo"] });
  expect(objectLines({ ...large, attributes: { mail: ["a@example.test"] } }).cut).toBeUndefined();
});
