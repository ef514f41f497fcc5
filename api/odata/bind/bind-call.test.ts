import { describe, expect, test } from "vitest";

import { filter } from "./people-model.fixture.ts";

describe("every compiled function takes its arguments and has its type", () => {
  test.each([
    ["contains(id,'a')", "contains", "boolean"],
    ["startswith(id,'a')", "startswith", "boolean"],
    ["endswith(id,'a')", "endswith", "boolean"],
  ])("%s", (text, name, type) => {
    expect(filter(text)).toMatchObject({ kind: "call", name, type });
  });

  test.each([
    ["length(id) eq 1", "length", "integer"],
    ["indexof(id,'a') eq 1", "indexof", "integer"],
    ["substring(id,1) eq 'a'", "substring", "string"],
    ["substring(id,1,2) eq 'a'", "substring", "string"],
    ["tolower(id) eq 'a'", "tolower", "string"],
    ["toupper(id) eq 'a'", "toupper", "string"],
    ["trim(id) eq 'a'", "trim", "string"],
    ["concat(id,name) eq 'a'", "concat", "string"],
    ["year(seenAt) eq 1", "year", "integer"],
    ["month(born) eq 1", "month", "integer"],
    ["day(seenAt) eq 1", "day", "integer"],
    ["hour(seenAt) eq 1", "hour", "integer"],
    ["minute(wakesAt) eq 1", "minute", "integer"],
    ["second(seenAt) eq 1", "second", "integer"],
    ["date(seenAt) eq 2024-01-01", "date", "date"],
    ["time(seenAt) eq 07:00:00", "time", "timeOfDay"],
    ["now() gt seenAt", "now", "moment"],
    ["round(salary) eq 1", "round", "decimal"],
    ["floor(salary) eq 1", "floor", "decimal"],
    ["ceiling(age) eq 1", "ceiling", "integer"],
  ])("%s", (text, name, type) => {
    expect(filter(text)).toMatchObject({ kind: "compare", left: { kind: "call", name, type } });
  });
});

test("the smallest and the largest moment are values", () => {
  expect(filter("seenAt gt mindatetime()")).toMatchObject({ right: { type: "moment", value: -62_135_596_800_000 } });
  expect(filter("seenAt lt maxdatetime()")).toMatchObject({ right: { type: "moment", value: 253_402_300_799_999 } });
});

describe("refused", () => {
  test.each([
    ["contains(age,'a')", "TYPES_INCOMPATIBLE"],
    ["contains(id,5)", "TYPES_INCOMPATIBLE"],
    ["substring(id,1.5) eq 'a'", "TYPES_INCOMPATIBLE"],
    ["substring(id,'1') eq 'a'", "TYPES_INCOMPATIBLE"],
    ["year(id) eq 1", "TYPES_INCOMPATIBLE"],
    ["hour(born) eq 1", "TYPES_INCOMPATIBLE"],
    ["length(id) eq 'a'", "TYPES_INCOMPATIBLE"],
    ["length(id)", "TYPES_INCOMPATIBLE"],
    ["round('1') eq 1", "TYPES_INCOMPATIBLE"],
    ["matchesPattern(id,'a')", "QUERY_OPTION_NOT_SUPPORTED"],
    ["totalseconds(break) eq 1", "QUERY_OPTION_NOT_SUPPORTED"],
    ["fractionalseconds(seenAt) eq 1", "QUERY_OPTION_NOT_SUPPORTED"],
    ["totaloffsetminutes(seenAt) eq 1", "QUERY_OPTION_NOT_SUPPORTED"],
  ])("%s → %s", (text, code) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ code, target: "$filter" }));
  });
});
