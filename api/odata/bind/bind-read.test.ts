import { describe, expect, test } from "vitest";

import { keyIs } from "./bind-read.ts";
import type { ShownProperty } from "./bound-read.ts";
import { book, bound, houses, people, things } from "./people-model.fixture.ts";

const names = (properties: readonly ShownProperty[] | undefined) => properties?.map(({ name }) => name);
const key = { kind: "column", type: "guid", column: "key", scope: 0, via: [] };
const byKey = { expression: key, descending: false };
const ofThings = { set: things, policy: "people_things_get_list" };

test("without options: every property, the key's order, no page of its own", () => {
  const { query, shape } = bound("");
  expect(query).toMatchObject({
    source: "people",
    policy: "people_get_list",
    where: null,
    search: null,
    orderBy: [byKey],
    top: null,
    skip: 0,
    after: null,
    count: false,
    computed: [],
    expand: [],
  });
  expect(query.columns).toEqual(
    "key,id,full_name,age,salary,active,seenAt,born,wakesAt,break,tags,address,faultCode,faultWords,badgeNumber,hidden,note".split(
      ",",
    ),
  );
  expect(names(shape.properties)).toEqual(Object.keys(people.type.properties).filter((name) => name !== "secret"));
  expect(shape).toMatchObject({ attached: ["badge"], computed: [], selectList: null, derived: [] });
});

describe("$select", () => {
  test("names what is written; the key is read all the same; the order is that of the declaration", () => {
    const { query, shape } = bound("$select=name,age,id");
    expect(query.columns).toEqual(["key", "id", "full_name", "age"]);
    expect(names(shape.properties)).toEqual(["id", "name", "age"]);
    expect(shape).toMatchObject({ selectList: "name,age,id", attached: [] });
  });

  test("goes into complex values, in a path or in brackets; into open ones by any name", () => {
    expect(bound("$select=fault/code").shape.properties).toMatchObject([
      { name: "fault", parts: [{ name: "code", parts: null }] },
    ]);
    expect(names(bound("$select=fault($select=words,code)").shape.properties[0]?.parts ?? [])).toEqual([
      "words",
      "code",
    ]);
    expect(bound("$select=fault/code,fault").shape.properties).toMatchObject([{ name: "fault", parts: null }]);
    expect(bound("$select=address/street").shape.properties).toMatchObject([{ parts: [{ name: "street" }] }]);
  });

  test("a star is everything; a navigation is only its link; an action is nothing", () => {
    expect(bound("$select=*").shape.properties).toEqual(bound("").shape.properties);
    expect(bound("$select=friends,id").shape).toMatchObject({ properties: [{ name: "id" }], selectList: "friends,id" });
    expect(names(bound("$select=id,v2.*").shape.properties)).toEqual(["id"]);
  });

  test("what is computed or attached is added only where it is wanted", () => {
    expect(bound("$select=badge").query.columns).toEqual(["key", "badgeNumber"]);
    expect(bound("$select=badge").shape.attached).toEqual(["badge"]);
    expect(bound("$select=shout").query.columns).toEqual(["key", "full_name"]);
  });

  test.each([
    ["$select=nam", "PROPERTY_UNKNOWN"],
    ["$select=id/x", "PROPERTY_UNKNOWN"],
    ["$select=fault/x", "PROPERTY_UNKNOWN"],
    ["$select=__proto__", "PROPERTY_UNKNOWN"],
    ["$select=v2.Nothing/id", "PROPERTY_UNKNOWN"],
    ["$select=secret", "QUERY_OPTION_INVALID"],
    ["$select=friends/id", "QUERY_OPTION_INVALID"],
    ["$select=tags($top=1)", "QUERY_OPTION_NOT_SUPPORTED"],
    ["$select=@Core.Description", "QUERY_OPTION_NOT_SUPPORTED"],
  ])("%s → %s", (query, code) => {
    expect(() => bound(query)).toThrow(expect.objectContaining({ code }));
  });
});

describe("derived types", () => {
  test("a set of a base type gives its derived types' properties and the column that tells them apart", () => {
    const { query, shape } = bound("", ofThings);
    expect(query.columns).toEqual(["id", "sort", "weight", "personKey", "pages"]);
    expect(shape.derived).toMatchObject([{ type: book }]);
    expect(names(shape.derived[0]?.properties)).toEqual(["id", "weight", "personKey", "pages"]);
  });

  test("a property of a derived type is selected behind its name", () => {
    const { shape } = bound("$select=id,v2.Book/pages", ofThings);
    expect(names(shape.properties)).toEqual(["id"]);
    expect(names(shape.derived[0]?.properties)).toEqual(["id", "pages"]);
  });

  test("a cast in the path leaves the others out and makes the properties known", () => {
    const { query, shape } = bound("$filter=pages gt 5&$select=pages", { ...ofThings, type: book });
    expect(query.where).toMatchObject({
      kind: "and",
      of: [{ left: { column: "sort" } }, { left: { column: "pages" } }],
    });
    expect(shape).toMatchObject({ type: book, derived: [], properties: [{ name: "pages" }] });
    expect(bound("", { ...ofThings, type: book }).query.where).toMatchObject({ left: { column: "sort" } });
  });
});

describe("$orderby", () => {
  test("keeps the clauses and appends the key", () => {
    expect(bound("$orderby=name desc,age").query.orderBy).toMatchObject([
      { expression: { column: "full_name" }, descending: true },
      { expression: { column: "age" }, descending: false },
      byKey,
    ]);
  });

  test("what stands behind the key is left out", () => {
    expect(bound("$orderby=age,key desc,name").query.orderBy).toEqual([
      expect.objectContaining({ descending: false }),
      { expression: key, descending: true },
    ]);
  });

  test("takes expressions, to-one paths and the number of related rows", () => {
    expect(bound("$orderby=length(name),boss/age,friends/$count desc").query.orderBy).toMatchObject([
      { expression: { kind: "call" } },
      { expression: { column: "age", via: [{ relation: "boss" }] } },
      { expression: { kind: "count" }, descending: true },
      { ...byKey, descending: true },
    ]);
  });

  test.each([
    ["$orderby=note", people],
    ["$orderby=tags", people],
    ["$orderby=shout", people],
    ["$orderby=badge", people],
    ["$orderby=rooms", houses],
    ["$orderby=rooms add 1", houses],
    ["$orderby=length(street),rooms", houses],
    ["$orderby=people/$count", houses],
    ["$orderby=people/any()", houses],
    ["$compute=rooms as r&$orderby=r", houses],
    ["$orderby=house/rooms", people],
    ["$expand=house($expand=people($orderby=house/rooms))", people],
  ])("%s is not allowed", (query, set) => {
    expect(() => bound(query, { set })).toThrow(
      expect.objectContaining({ code: "ORDER_BY_NOT_ALLOWED", target: "$orderby" }),
    );
  });

  test("the error names those that are allowed, as its set lists them", () => {
    expect(() => bound("$orderby=rooms", { set: houses })).toThrow(
      "$orderby, position 9: houses cannot be ordered by 'rooms'. Order by one of: id, street.",
    );
    expect(bound("$orderby=street desc", { set: houses }).query.orderBy).toHaveLength(2);
    expect(() => bound("$orderby=null")).toThrow(expect.objectContaining({ code: "TYPES_INCOMPATIBLE" }));
  });
});

describe("$compute", () => {
  test("defines names for $filter, $orderby, $select and those after it", () => {
    const { query, shape } = bound(
      "$compute=age mul 2 as double,double add 1 as more&$filter=more gt 5&$orderby=double",
    );
    const double = { kind: "arithmetic", operator: "mul", type: "integer" };
    expect(query.computed).toMatchObject([
      { name: "double", expression: double },
      { name: "more", expression: { left: double } },
    ]);
    expect(query.where).toMatchObject({ left: { operator: "add", left: double } });
    expect(query.orderBy[0]).toMatchObject({ expression: double });
    expect(shape.computed).toEqual([
      { name: "double", type: "integer" },
      { name: "more", type: "integer" },
    ]);
  });

  test("with $select only those that are selected are given", () => {
    expect(bound("$compute=age mul 2 as a,age as b&$select=b,id").shape).toMatchObject({
      computed: [{ name: "b" }],
      properties: [{ name: "id" }],
    });
    expect(bound("$compute=age as a&$select=id").query.computed).toEqual([]);
    expect(bound("$compute=age as a&$select=*").query.computed).toHaveLength(1);
  });

  test("inside a lambda its rows are still those of the query", () => {
    const where = bound("$compute=friends/$count as n&$filter=things/any(t:t/weight gt n)").query.where;
    expect(where).toMatchObject({ where: { left: { scope: 1 }, right: { kind: "count", scope: 0 } } });
  });

  test.each([
    ["$compute=age as id", "QUERY_OPTION_INVALID"],
    ["$compute=age as friends", "QUERY_OPTION_INVALID"],
    ["$compute=age as a,age as a", "QUERY_OPTION_INVALID"],
    ["$compute=b as a,age as b", "PROPERTY_UNKNOWN"],
    ["$compute=nam as a", "PROPERTY_UNKNOWN"],
  ])("%s → %s", (query, code) => {
    expect(() => bound(query)).toThrow(expect.objectContaining({ code, target: "$compute" }));
  });
});

test("$top, $skip, $count and $search are handed on", () => {
  expect(bound('$top=5&$skip=10&$count=true&$search=a AND NOT "b c"').query).toMatchObject({
    top: 5,
    skip: 10,
    count: true,
    search: {
      kind: "and",
      of: [
        { kind: "term", text: "a" },
        { kind: "not", of: { kind: "term", text: "b c" } },
      ],
    },
  });
});

describe("what an address answers decides which options mean anything", () => {
  test.each([
    ["one", "$filter=active"],
    ["one", "$top=1"],
    ["one", "$orderby=age"],
    ["one", "$count=true"],
    ["one", "$search=a"],
    ["count", "$top=1"],
    ["count", "$select=id"],
    ["count", "$expand=boss"],
    ["references", "$expand=boss"],
    ["references", "$select=id"],
  ] as const)("%s refuses %s", (result, query) => {
    expect(() => bound(query, { result })).toThrow(
      expect.objectContaining({ code: "QUERY_OPTION_INVALID", target: query.split("=")[0] }),
    );
  });

  test.each([
    ["one", "$select=id&$expand=boss&$compute=age as a&$format=json"],
    ["count", "$filter=active&$search=a"],
    ["references", "$filter=active&$orderby=age&$top=1&$skip=1&$count=true"],
  ] as const)("%s takes %s", (result, query) => {
    expect(() => bound(query, { result })).not.toThrow();
  });

  test.each(["$apply=aggregate($count as n)", "$deltatoken=x", "$index=1"])("%s is 501", (query) => {
    expect(() => bound(query)).toThrow(expect.objectContaining({ code: "QUERY_OPTION_NOT_SUPPORTED" }));
  });

  test("an option that nobody knows is refused with the nearest name", () => {
    expect(() => bound("fitler=active")).toThrow(
      expect.objectContaining({ code: "QUERY_OPTION_UNKNOWN", message: expect.stringContaining("'$filter'") }),
    );
  });
});

test("of entities that are counted or referred to only the key is read", () => {
  for (const result of ["count", "references"] as const) {
    expect(bound("$filter=active", { result })).toMatchObject({
      query: { columns: ["key"], where: { column: "active" } },
      shape: { properties: [], attached: [], selectList: null },
    });
  }
});

test("the condition for one key is written in the key's type", () => {
  expect(keyIs(people, "a")).toEqual({
    kind: "compare",
    operator: "eq",
    left: key,
    right: { kind: "literal", type: "guid", value: "a" },
  });
});
