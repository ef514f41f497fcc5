import { expect, test } from "vitest";

import { canonicalJson, outcomeText } from "./order.ts";

test("the order of names and undefined values do not change the canonical text", () => {
  expect(canonicalJson({ b: [1, { d: undefined, c: "ü" }], a: null })).toBe('{"a":null,"b":[1,{"c":"ü"}]}');
  expect(canonicalJson({ a: null, b: [1, { c: "ü" }] })).toBe('{"a":null,"b":[1,{"c":"ü"}]}');
});

test("the signed text differs for another proxy, another send and another result", () => {
  const outcome = { operationKey: "o1", sends: 1, result: "S" } as const;
  const texts = new Set([
    outcomeText("p1", outcome),
    outcomeText("p2", outcome),
    outcomeText("p1", { ...outcome, sends: 2 }),
    outcomeText("p1", { ...outcome, result: "F" }),
  ]);
  expect(texts.size).toBe(4);
});
