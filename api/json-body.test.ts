import { describe, expect, it } from "vitest";

import { bodyNamesMax, jsonDepthMax, jsonValuesMax, objectNamesMax } from "#domain/body-limits.ts";

import { jsonBounds, parseJson } from "./json-body.ts";

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;

describe("a JSON body", () => {
  it("is one object", () => {
    expect(parse('{"a":[{"b":"x,:{"},{"b":null}],"c":{"b":1}}')).toEqual({
      a: [{ b: "x,:{" }, { b: null }],
      c: { b: 1 },
    });
    for (const text of ["[]", "null", '"a"', "1", "", "{", '{"a":1']) expect(() => parse(text)).toThrow();
  });

  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":{"b":1},"c":[{"x":1},{"b":1,"b":1}]}', "b"],
    [String.raw`{"name":1,"n\u0061me":2}`, "name"],
    [String.raw`{"\"":1,"\"":2}`, '"'],
    ['{"":1,"":2}', ""],
  ])("gives no name twice: %s", (text, target) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "BODY_INVALID", target }));
  });

  it("is as deep and as full as the limits say, and not more", () => {
    expect(() => parse(nested(jsonDepthMax))).not.toThrow();
    expect(() => parse(nested(jsonDepthMax + 2))).toThrow(/levels deep/);
    const list = (values: number) => `{"a":[${Array.from({ length: values }, () => 0).join(",")}]}`;
    expect(() => parse(list(jsonValuesMax))).not.toThrow();
    expect(() => parse(list(jsonValuesMax + 1))).toThrow(/at most/);
  });

  it("has no more names than each of its objects, and all of them, may have", () => {
    const object = (names: number) => `{${Array.from({ length: names }, (_, index) => `"n${index}":0`).join(",")}}`;
    const objects = (count: number, names: number) =>
      `{"a":[${Array.from({ length: count }, () => object(names)).join(",")}]}`;
    expect(() => parse(object(objectNamesMax))).not.toThrow();
    expect(() => parse(object(objectNamesMax + 1))).toThrow(`at most ${objectNamesMax} names`);
    expect(() => parse(objects(1, objectNamesMax + 1))).toThrow(`at most ${objectNamesMax} names`);
    expect(() => parse(objects(5, bodyNamesMax / 5 - 1))).not.toThrow();
    expect(() => parse(objects(5, bodyNamesMax / 5))).toThrow(`at most ${bodyNamesMax} names`);
  });

  it.each([
    ["a stranger", jsonBounds.stranger],
    ["a caller", jsonBounds.caller],
    ["a proxy", jsonBounds.signed],
  ])("of %s has the bounds of its sender", (_sender, bounds) => {
    const body = (names: number) =>
      Buffer.from(`{${Array.from({ length: names }, (_, index) => `"n${index}":0`).join(",")}}`);
    expect(() => parseJson(body(bounds.objectNames), bounds)).not.toThrow();
    expect(() => parseJson(body(bounds.objectNames + 1), bounds)).toThrow(`at most ${bounds.objectNames} names`);
  });
});
