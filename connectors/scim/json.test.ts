import { expect, test } from "vitest";

import { booleanOf, countOf, idOf, itemsOf, lastSegment, member, parseResource } from "./json.ts";

test.each<[unknown, boolean | undefined]>([
  ...[true, "true", "True", " TRUE ", 1, "1"].map((value): [unknown, boolean] => [value, true]),
  ...[false, "False", 0, "0"].map((value): [unknown, boolean] => [value, false]),
  ...["", "yes", "enabled", 2, null, undefined, {}, []].map((value): [unknown, undefined] => [value, undefined]),
])("%j as a boolean is %s", (value, read) => {
  expect(booleanOf(value)).toBe(read);
});

test.each<[unknown, number | undefined]>([
  [250, 250],
  ["250", 250],
  ["0", 0],
  ...[-1, 1.5, "many", "", null, undefined].map((value): [unknown, undefined] => [value, undefined]),
])("%j as a count is %s", (value, read) => {
  expect(countOf(value)).toBe(read);
});

test("an id keeps its digits, and a list without an envelope is a list", () => {
  expect(idOf(parseResource('{"id": 9007199254740993}'))).toBe("9007199254740993");
  expect(idOf(parseResource('{"ID": 17, "text": "9007199254740993"}'))).toBe("17");
  expect(parseResource('[{"id": "1"}]')).toEqual({ Resources: [{ id: "1" }] });
  for (const text of ["", "<html>", '"text"', "7", "null"]) expect(parseResource(text)).toBeUndefined();
});

test("members are found in any case, and single values are lists", () => {
  expect(member({ USERNAME: "anna" }, "userName")).toBe("anna");
  expect(member("text", "length")).toBeUndefined();
  expect([itemsOf(null), itemsOf("one"), itemsOf(["one", "two"])]).toEqual([[], ["one"], ["one", "two"]]);
});

test.each([
  ["https://host/v2/Users/a%20b", "a b"],
  ["/Users/7/?x=1", "7"],
  ["../Users/100%", "100%"],
  ["", undefined],
])("the id in %j is %s", (address, id) => {
  expect(lastSegment(address)).toBe(id);
});
