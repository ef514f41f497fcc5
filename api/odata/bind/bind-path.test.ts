import { describe, expect, test } from "vitest";

import { bound, filter, things } from "./people-model.fixture.ts";

const boss = { relation: "boss", policy: "people_boss_get" };
const house = { relation: "house", policy: "people_house_get" };

describe("to-one paths", () => {
  test("lead over relations, each under its own row policy", () => {
    expect(filter("boss/boss/house/rooms gt 3")).toMatchObject({
      left: { kind: "column", column: "rooms", type: "integer", scope: 0, via: [boss, boss, house] },
    });
  });

  test("$it and $this are the row itself", () => {
    expect(filter("$it/boss/id eq 'a'")).toEqual(filter("boss/id eq 'a'"));
    expect(filter("$this/boss/id eq 'a'")).toEqual(filter("boss/id eq 'a'"));
  });

  test("$it inside $expand would be a row of another query: 501", () => {
    expect(() => bound("$expand=friends($filter=$it/id eq 'a')")).toThrow(
      expect.objectContaining({ code: "QUERY_OPTION_NOT_SUPPORTED" }),
    );
    expect(bound("$expand=friends($filter=$this/id eq 'a')").query.expand[0]?.query.where).toEqual(filter("id eq 'a'"));
  });
});

describe("any, all and $count", () => {
  const friends = { relation: "friends", policy: "people_friends_get_list" };

  test("any() asks whether there is one; the policy of the way is part of it", () => {
    expect(filter("friends/any()")).toEqual({ kind: "any", scope: 0, via: [], ...friends, where: null });
  });

  test("the variable is a row one level deeper; other names stay with the row of the query", () => {
    expect(filter("friends/any(f:f/age gt age and f/boss/id eq id)")).toMatchObject({
      kind: "any",
      where: {
        of: [
          { left: { column: "age", scope: 1 }, right: { column: "age", scope: 0 } },
          { left: { column: "id", scope: 1, via: [boss] }, right: { column: "id", scope: 0 } },
        ],
      },
    });
  });

  test("they nest twice, from any row in scope", () => {
    expect(filter("boss/friends/all(f:f/things/any(t:t/owner/id eq f/id))")).toMatchObject({
      kind: "all",
      scope: 0,
      via: [boss],
      where: {
        kind: "any",
        scope: 1,
        relation: "things",
        where: { left: { scope: 2, via: [{ relation: "owner", policy: "things_owner_get" }] }, right: { scope: 1 } },
      },
    });
  });

  test("an inner variable hides an outer one of the same name", () => {
    expect(filter("friends/any(f:f/friends/any(f:f/age eq 1))")).toMatchObject({
      where: { where: { left: { scope: 2 } } },
    });
  });

  test("$count is a number; in its filter names are those of the counted rows", () => {
    expect(filter("friends/$count gt 3")).toMatchObject({ left: { kind: "count", ...friends, where: null } });
    expect(filter("friends/$count($filter=age gt 5) eq 0")).toMatchObject({
      left: { kind: "count", where: { left: { column: "age", scope: 1 } } },
    });
  });

  test.each([
    ["friends", "QUERY_OPTION_INVALID"],
    ["friends/age gt 5", "QUERY_OPTION_INVALID"],
    ["friends eq null", "QUERY_OPTION_INVALID"],
    ["boss/any()", "QUERY_OPTION_INVALID"],
    ["boss/$count gt 1", "QUERY_OPTION_INVALID"],
    ["id/$count gt 1", "QUERY_OPTION_INVALID"],
    ["friends/any(f:f/age)", "TYPES_INCOMPATIBLE"],
    ["friends/any(f:f eq 'a')", "TYPES_INCOMPATIBLE"],
    ["friends/any(f:f/nam eq 'a')", "PROPERTY_UNKNOWN"],
    ["friends/any(f:g/age gt 5)", "PROPERTY_UNKNOWN"],
    ["friends/$count($filter=nam eq 'a') gt 5", "PROPERTY_UNKNOWN"],
    ["diary/any()", "FILTER_NOT_ALLOWED"],
    ["enemies/any()", "FILTER_NOT_ALLOWED"],
  ])("%s → %s", (text, code) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ code, target: "$filter" }));
  });
});

describe("derived types", () => {
  const ofBook = {
    kind: "compare",
    operator: "eq",
    left: { kind: "column", type: "string", column: "sort", scope: 1, via: [] },
    right: { kind: "literal", type: "string", value: "book" },
  };

  test("a cast on a row gives its properties, by namespace or alias", () => {
    expect(filter("things/any(t:t/v2.Book/pages gt 5)")).toMatchObject({
      where: { left: { column: "pages", scope: 1 } },
    });
    expect(filter("things/any(t:t/Gatehouse.REST.Models.v2.Book/pages gt 5)")).toEqual(
      filter("things/any(t:t/v2.Book/pages gt 5)"),
    );
  });

  test("a cast before any, all and $count leaves the others out", () => {
    const where = { left: { column: "pages" } };
    expect(filter("things/v2.Book/any()")).toMatchObject({ where: ofBook });
    expect(filter("things/v2.Book/any(b:b/pages gt 5)")).toMatchObject({ where: { kind: "and", of: [ofBook, where] } });
    expect(filter("things/v2.Book/all(b:b/pages gt 5)")).toMatchObject({
      where: { kind: "or", of: [{ kind: "not", of: ofBook }, where] },
    });
    expect(filter("things/v2.Book/$count gt 5")).toMatchObject({ left: { kind: "count", where: ofBook } });
  });

  test("isof asks for the type of the row", () => {
    const start = { set: things, policy: "things_get_list" };
    const where = { ...ofBook, left: { ...ofBook.left, scope: 0 } };
    expect(bound("$filter=isof(v2.Book)", start).query.where).toEqual(where);
    expect(bound("$filter=isof(v2.Thing)", start).query.where).toMatchObject({ kind: "literal", value: true });
  });

  test.each([
    ["things/any(t:t/pages gt 5)", "PROPERTY_UNKNOWN"],
    ["things/v2.Boook/any()", "PROPERTY_UNKNOWN"],
    ["things/v2.House/any()", "TYPES_INCOMPATIBLE"],
    ["v2.Book/pages gt 5", "TYPES_INCOMPATIBLE"],
    ["isof(v2.Book)", "TYPES_INCOMPATIBLE"],
  ])("%s → %s", (text, code) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ code }));
  });
});
