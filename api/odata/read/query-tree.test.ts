import { describe, expect, it } from "vitest";

import { keptQueriesMax, keptQueryMaxCharacters } from "#domain/limits.ts";

import { queryTree } from "./query-tree.ts";

describe("the tree of a query", () => {
  it("is the same one for the same text", () => {
    expect(queryTree("$top=3")).toBe(queryTree("$top=3"));
    expect(queryTree("$top=3")).not.toBe(queryTree("$top=4"));
  });

  it("is forgotten when so many others were asked for since", () => {
    const first = queryTree("$skip=1&$top=1");
    for (let index = 0; index < keptQueriesMax; index += 1) queryTree(`$skip=1&$top=${1000 + index}`);
    expect(queryTree("$skip=1&$top=1")).not.toBe(first);
  });

  it("is not kept for a long text", () => {
    const long = `$filter=id eq '${"x".repeat(keptQueryMaxCharacters)}'`;
    expect(queryTree(long)).toEqual(queryTree(long));
    expect(queryTree(long)).not.toBe(queryTree(long));
  });

  it("is refused each time where it cannot be read", () => {
    for (let time = 0; time < 2; time += 1) expect(() => queryTree("$top=x")).toThrow(/top/);
  });
});
