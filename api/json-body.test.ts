import { describe, expect, it } from "vitest";

import { jsonDepthMax, jsonValuesMax } from "#domain/limits.ts";

import { parseJson } from "./json-body.ts";

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
});
