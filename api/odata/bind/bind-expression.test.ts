import { describe, expect, test } from "vitest";

import type { Expression, ValueType } from "#domain/query/bound-query.ts";

import { filter } from "./people-model.fixture.ts";

const guid = "0b5d9a5e-0000-4000-8000-00000000000a";

function column(name: string, type: ValueType, via: { relation: string; policy: string }[] = []): Expression {
  return { kind: "column", type, column: name, scope: 0, via };
}

describe("a comparison takes the literal as the type of the property", () => {
  test.each<readonly [string, ValueType, string | number | boolean | null]>([
    ["id eq 'x''y'", "string", "x'y"],
    ["age eq 5", "integer", 5],
    ["age eq -5", "integer", -5],
    ["age eq 5.5", "decimal", 5.5],
    ["salary eq 12.50", "decimal", 12.5],
    ["salary eq 9223372036854775807", "decimal", 2 ** 63],
    ["active eq true", "boolean", true],
    [`key eq ${guid.toUpperCase()}`, "guid", guid],
    [`key eq '${guid.toUpperCase()}'`, "guid", guid],
    [`id eq ${guid}`, "string", guid],
    ["seenAt eq 2024-02-29T12:00:00Z", "moment", Date.UTC(2024, 1, 29, 12)],
    ["seenAt eq 2024-02-29T12:00:00.1234567%2B02:00", "moment", Date.UTC(2024, 1, 29, 10, 0, 0, 123)],
    ["seenAt ge 2024-02-29", "moment", Date.UTC(2024, 1, 29)],
    ["born eq 2024-02-29", "date", "2024-02-29"],
    ["wakesAt eq 07:30", "timeOfDay", "07:30:00.000"],
    ["wakesAt eq 07:30:15.5", "timeOfDay", "07:30:15.500"],
    ["break eq duration'-PT1M30.5S'", "duration", -90_500],
    ["break eq duration'P1DT1H'", "duration", 90_000_000],
    ["name eq null", "null", null],
  ])("%s", (text, type, value) => {
    expect(filter(text)).toMatchObject({ kind: "compare", right: { kind: "literal", type, value } });
  });
});

test("a name becomes its column, with its type", () => {
  expect(filter("name ne 'a'")).toEqual({
    kind: "compare",
    operator: "ne",
    left: column("full_name", "string"),
    right: { kind: "literal", type: "string", value: "a" },
  });
  expect(filter("fault/code eq 'E'")).toMatchObject({ left: column("faultCode", "string") });
});

test("the literal may stand on the left", () => {
  expect(filter(`'${guid}' eq key`)).toMatchObject({ left: { type: "guid", value: guid }, right: { column: "key" } });
});

test("and, or: a chain is one list, however it is bracketed; other kinds stay apart", () => {
  expect(filter("active and (active and (age eq 1)) and not active")).toMatchObject({
    kind: "and",
    of: [{ kind: "column" }, { kind: "column" }, { kind: "compare" }, { kind: "not" }],
  });
  expect(filter("active or active and active")).toMatchObject({
    kind: "or",
    of: [{ kind: "column" }, { kind: "and" }],
  });
});

describe("arithmetic has the type that it gives", () => {
  test.each<readonly [string, ValueType]>([
    ["age add 1 eq 2", "integer"],
    ["age div 2 eq 2", "integer"],
    ["age divby 2 eq 2", "decimal"],
    ["age mod 2 eq 0", "integer"],
    ["age mul 1.5 eq 2", "decimal"],
    ["salary sub 1 eq 2", "decimal"],
    ["seenAt add duration'PT1H' lt now()", "moment"],
    ["now() sub seenAt gt duration'P1D'", "duration"],
    ["break mul 2 gt duration'PT1H'", "duration"],
  ])("%s", (text, type) => {
    expect(filter(text)).toMatchObject({ left: { kind: "arithmetic", type } });
  });
});

test("a minus before a name is kept, before a number it is part of it", () => {
  expect(filter("-age eq 5")).toMatchObject({ left: { kind: "negate", type: "integer", of: { column: "age" } } });
  expect(filter("age eq -(5)")).toMatchObject({ right: { kind: "literal", value: -5 } });
});

describe("in", () => {
  test("takes a list, a JSON array or an alias of one, each value as the type of the property", () => {
    const values = [{ type: "guid", value: guid }, { type: "null" }];
    expect(filter(`key in ('${guid}',null)`)).toMatchObject({ kind: "in", of: { column: "key" }, values });
    expect(filter(`key in ["${guid}",null]`)).toMatchObject({ values });
    expect(filter("key in @list", `&@list=["${guid}",null]`)).toMatchObject({ values });
    expect(filter("key in @a", `&@a=@b&@b=["${guid}",null]`)).toMatchObject({ values });
  });

  test("an empty list has no member", () => {
    expect(filter("id in []")).toEqual({ kind: "literal", type: "boolean", value: false });
  });
});

describe("aliases", () => {
  test("stand for literals, paths and conditions", () => {
    expect(filter("age gt @a", "&@a=5")).toEqual(filter("age gt 5"));
    expect(filter("@p eq 'x'", "&@p=name")).toEqual(filter("name eq 'x'"));
    expect(filter("@c and active", "&@c=age gt 5")).toEqual(filter("age gt 5 and active"));
  });

  test("names of options, operators and functions are taken in any case, names of properties exactly", () => {
    expect(filter("age GT 5")).toEqual(filter("age gt 5"));
    expect(filter("STARTSWITH(name,'a') AND active")).toEqual(filter("startswith(name,'a') and active"));
    expect(() => filter("AGE gt 5")).toThrow(expect.objectContaining({ code: "PROPERTY_UNKNOWN" }));
  });
});

describe("null", () => {
  test("a to-one navigation is null where there is no such entity that the caller sees", () => {
    const left = column("key", "guid", [{ relation: "boss", policy: "people_boss_get" }]);
    expect(filter("boss eq null")).toMatchObject({ operator: "eq", left, right: { type: "null" } });
    expect(filter("null ne boss")).toMatchObject({ operator: "ne", right: left });
  });

  test("is no condition and no argument", () => {
    for (const text of ["null", "not null", "active and null", "contains(null,'a')"]) {
      expect(() => filter(text), text).toThrow(expect.objectContaining({ code: "TYPES_INCOMPATIBLE" }));
    }
  });
});

describe("what does not fit is refused with option, position and rule", () => {
  test.each([
    ["id eq 5", "TYPES_INCOMPATIBLE"],
    ["age eq '5'", "TYPES_INCOMPATIBLE"],
    ["active eq 1", "TYPES_INCOMPATIBLE"],
    ["active eq 'true'", "TYPES_INCOMPATIBLE"],
    ["seenAt gt '2024-01-01T00:00:00Z'", "TYPES_INCOMPATIBLE"],
    ["seenAt eq born", "TYPES_INCOMPATIBLE"],
    ["id in ('a',5)", "TYPES_INCOMPATIBLE"],
    ["id add 'a' eq 'b'", "TYPES_INCOMPATIBLE"],
    ["-id eq 'b'", "TYPES_INCOMPATIBLE"],
    ["age add 1", "TYPES_INCOMPATIBLE"],
    ["id", "TYPES_INCOMPATIBLE"],
    ["not age", "TYPES_INCOMPATIBLE"],
    ["active and id", "TYPES_INCOMPATIBLE"],
    ["boss", "TYPES_INCOMPATIBLE"],
    ["boss eq 'x'", "TYPES_INCOMPATIBLE"],
    ["key eq 'x'", "LITERAL_INVALID"],
    ["age eq 1e999", "LITERAL_INVALID"],
    ["seenAt eq 2023-02-29T00:00:00Z", "LITERAL_INVALID"],
    ["born eq 2023-02-30", "LITERAL_INVALID"],
    ["nam eq 'x'", "PROPERTY_UNKNOWN"],
    ["fault/cod eq 'x'", "PROPERTY_UNKNOWN"],
    ["id/x eq 'x'", "PROPERTY_UNKNOWN"],
    ["__proto__ eq 'x'", "PROPERTY_UNKNOWN"],
    ["constructor eq 'x'", "PROPERTY_UNKNOWN"],
    ["@p eq 'x'", "QUERY_OPTION_INVALID"],
    ["id in 'x'", "QUERY_OPTION_INVALID"],
    ["tags eq 'x'", "FILTER_NOT_ALLOWED"],
    ["address/city eq 'x'", "FILTER_NOT_ALLOWED"],
    ["fault eq null", "FILTER_NOT_ALLOWED"],
    ["fault/words eq 'x'", "FILTER_NOT_ALLOWED"],
    ["secret eq 'x'", "FILTER_NOT_ALLOWED"],
    ["badge eq 'x'", "FILTER_NOT_ALLOWED"],
    ["shout eq 'x'", "FILTER_NOT_ALLOWED"],
    ["hidden eq 'x'", "FILTER_NOT_ALLOWED"],
  ])("%s → %s", (text, code) => {
    expect(() => filter(text)).toThrow(
      expect.objectContaining({ code, target: "$filter", message: expect.stringMatching(/^\$filter, position \d+: /) }),
    );
  });

  test("the position is that of the fault, and the nearest name is offered", () => {
    expect(() => filter("active and nmae eq 'x'")).toThrow(
      "$filter, position 19: Person has no property 'nmae'. Did you mean 'name'?",
    );
  });

  test("an alias that refers to itself ends", () => {
    expect(() => filter("@a eq 1", "&@a=@b&@b=@a")).toThrow(expect.objectContaining({ code: "QUERY_OPTION_INVALID" }));
    expect(() => filter("id in @a", "&@a=@a")).toThrow(expect.objectContaining({ code: "QUERY_OPTION_INVALID" }));
  });
});

describe("what OData knows and this service does not do is 501", () => {
  test.each([
    "tags/any(t:t eq 'x')",
    "tags/$count gt 1",
    "address/street eq 'x'",
    "id has v2.Sort'A'",
    "cast(age,Edm.String) eq '5'",
    "isof(age,Edm.Int32)",
    "case(active:true,true:false)",
    "salary eq INF",
    "id eq binary'AQID'",
    "born add duration'P1D' eq 2024-01-01",
    "id in tags",
    "$root/houses('a')/street eq 'x'",
    `friends(${guid})/active`,
    "friends/$filter(active)/any()",
    "@Core.Description eq 'x'",
    "friends/$count($search=x) eq 1",
  ])("%s", (text) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ code: "QUERY_OPTION_NOT_SUPPORTED" }));
  });
});
