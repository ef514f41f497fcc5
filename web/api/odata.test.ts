import { expect, it } from "vitest";

import { address, allOf, literal, searchWords } from "./odata.ts";
import { pathOf } from "./path.ts";

it("puts the options behind the path, each coded, and leaves out what is not given", () => {
  const users = pathOf("users");
  expect(address(users)).toBe("/v2/users");
  expect(address(users, { filter: "id eq 'a&b'", top: 0, search: "", skip: undefined, count: true })).toBe(
    "/v2/users?$filter=id%20eq%20'a%26b'&$top=0&$count=true",
  );
});

it("writes a text as a literal, and a key as a part of an address, whatever stands in it", () => {
  expect(literal("it's")).toBe("'it''s'");
  expect(pathOf("users()", "a/b'c")).toBe("/v2/users('a%2Fb''c')");
});

it("joins conditions, of which all must hold", () => {
  expect(allOf([])).toBeUndefined();
  expect(allOf([undefined, "a eq 1", ""])).toBe("a eq 1");
  expect(allOf(["a eq 1", "b eq 2 or c eq 3"])).toBe("(a eq 1) and (b eq 2 or c eq 3)");
});

it.each([
  ["", undefined],
  ["   ", undefined],
  ["anna", '"anna"'],
  ["  anna   abel ", '"anna" "abel"'],
  ["AND NOT", '"AND" "NOT"'],
  ['say "hi"\\', '"say" "\\"hi\\"\\\\"'],
])("looks for the words of %j as they are", (typed, expected) => {
  expect(searchWords(typed)).toBe(expected);
});
