import { expect, test } from "vitest";

import type { Attributes } from "#connectors/contract/index.ts";
import { toldObjectBytesMax } from "#domain/report-limits.ts";

import { leftOutWords, toldObject } from "./told-object.ts";

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("bytes are told as base64, and attributes without a value not at all", () => {
  const told = toldObject({ id: "1", name: "ada", attributes: { photo: [Uint8Array.of(255, 216)], age: [7], no: [] } });
  expect(told).toEqual({ id: "1", name: "ada", attributes: { photo: ["/9g="], age: [7] }, leftOut: [] });
  expect(leftOutWords(told)).toBeUndefined();
});

test("what JSON cannot say, and names that nobody could keep, stop nothing", () => {
  const attributes = { a: [Number.NaN, 1], ["x".repeat(191)]: ["1"], "": ["2"] };
  expect(toldObject({ id: "1", name: "ada", attributes }).attributes).toEqual({ a: ["NaN", 1] });
});

test("thousands of values are told as long as they fit", () => {
  const numbers = Array.from({ length: 5000 }, (_none, index) => `+49 30 ${index}`);
  expect(toldObject({ id: "1", name: "ada", attributes: { numbers } })).toMatchObject({
    attributes: { numbers },
    leftOut: [],
  });
});

test.each<[string, Attributes, readonly string[]]>([
  ["a photo", { jpegPhoto: [new Uint8Array(1_200_000)] }, ["jpegPhoto"]],
  ["a long text", { description: ["x".repeat(1_200_000)] }, ["description"]],
  [
    "a text of control characters, which grows when it is written",
    { description: ["\u0001".repeat(200_000)] },
    ["description"],
  ],
  ["many values", { member: Array.from({ length: 60_000 }, (_none, index) => `uid=${index}`) }, ["member"]],
])("of %s beyond the bound only that attribute is left out", (_what, large, names) => {
  const told = toldObject({ id: "1", name: "ada", attributes: { ...large, mail: ["ada@example.org"] } });
  expect(told).toMatchObject({ attributes: { mail: ["ada@example.org"] }, leftOut: names });
  expect(bytesOf(told.attributes)).toBeLessThanOrEqual(toldObjectBytesMax + 2);
  expect(leftOutWords(told)).toMatch(`"ada" is too large to be told whole, so "${names[0]}" of it is not read.`);
});

test("of very many attributes so many are told as the service takes", () => {
  const attributes = Object.fromEntries(Array.from({ length: 3000 }, (_none, index) => [`a${index}`, ["1"]]));
  const told = toldObject({ id: "1", name: "ada", attributes });
  expect(Object.keys(told.attributes)).toHaveLength(2000);
  expect(leftOutWords(told)).toMatch(/and 990 more of it is not read/);
});
