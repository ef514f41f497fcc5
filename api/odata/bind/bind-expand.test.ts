import { describe, expect, test } from "vitest";

import { policyNames } from "#domain/query/policy-names.ts";

import { bound } from "./people-model.fixture.ts";

describe("$expand", () => {
  test("binds the related rows under the policy of the way, ordered by their key", () => {
    const { query, shape } = bound("$expand=friends,boss");
    expect(query.expand).toMatchObject([
      {
        name: "friends",
        relation: "friends",
        many: true,
        shape: "entities",
        query: {
          source: "people",
          policy: "people_friends_get_list",
          orderBy: [{ expression: { column: "key" } }],
          top: null,
        },
      },
      { name: "boss", many: false, query: { policy: "people_boss_get" } },
    ]);
    expect(shape.expand).toMatchObject([
      { name: "friends", form: "entities", count: false, navigation: { name: "friends" } },
      { name: "boss", form: "entities" },
    ]);
    expect(shape.selectList).toBe("friends(),boss()");
  });

  test("takes all options inside, each about the related rows", () => {
    const inside =
      "$filter=age gt 5;$select=name;$orderby=age desc;$top=2;$skip=1;$count=true;$search=x;$compute=age as a";
    const { query, shape } = bound(`$select=id&$expand=friends(${inside};$expand=house($select=street))`);
    expect(query.columns).toEqual(["key", "id"]);
    expect(query.expand[0]?.query).toMatchObject({
      columns: ["key", "full_name"],
      where: { left: { column: "age", scope: 0 } },
      search: { kind: "term", text: "x" },
      top: 2,
      skip: 1,
      count: true,
      computed: [],
      expand: [{ name: "house", query: { source: "houses", columns: ["id", "street"] } }],
    });
    expect(shape.expand[0]).toMatchObject({ count: true, shape: { expand: [{ name: "house" }] } });
    expect(shape.selectList).toBe("id,friends(name,house(street))");
  });

  test("aliases of the address hold inside, too", () => {
    expect(bound("$expand=friends($filter=age gt @a)&@a=5").query.expand[0]?.query.where).toMatchObject({
      right: { value: 5 },
    });
  });

  test("a star expands every navigation that can be; one that is named keeps its own options", () => {
    const { query } = bound("$expand=*,boss($select=id)");
    expect(query.expand.map(({ name }) => name).toSorted()).toEqual(["boss", "friends", "house", "things"]);
    expect(query.expand.find(({ name }) => name === "boss")?.query.columns).toEqual(["key", "id"]);
  });

  test("/$count and /$ref read nothing but the number and the key", () => {
    const { query, shape } = bound("$expand=friends/$count($filter=active),things/$ref($top=3)");
    expect(query.expand).toMatchObject([
      { shape: "count", query: { columns: ["key"], where: { column: "active" } } },
      { shape: "references", query: { columns: ["id"], top: 3 } },
    ]);
    expect(shape.expand).toMatchObject([
      { form: "count", shape: { properties: [] } },
      { form: "references", shape: { properties: [], attached: [] } },
    ]);
  });

  test("$levels repeats the item inside itself", () => {
    const [first] = bound("$expand=boss($levels=3;$select=id)").query.expand;
    const second = first?.query.expand[0];
    expect(second?.query.expand[0]).toMatchObject({ name: "boss", query: { columns: ["key", "id"], expand: [] } });
    expect(bound("$expand=boss($levels=1)").query.expand[0]?.query.expand).toEqual([]);
  });

  test("$levels=max goes as deep as it may, and once where the way does not go on", () => {
    const text = JSON.stringify(bound("$expand=boss($levels=max;$select=id)").query);
    expect(text.match(/"name":"boss"/g)).toHaveLength(5);
    expect(bound("$expand=house($levels=max)").query.expand[0]?.query.expand).toEqual([]);
  });

  test("a star with $levels expands everything on each of them", () => {
    const { query } = bound("$expand=*($levels=2)");
    expect(query.expand.map((item) => [item.name, item.query.expand.map(({ name }) => name)])).toEqual([
      ["boss", ["boss", "house", "friends", "things"]],
      ["house", ["people"]],
      ["friends", ["boss", "house", "friends", "things"]],
      ["things", ["owner", "parts"]],
    ]);
  });

  test("a cast before the navigation must fit", () => {
    expect(bound("$expand=v2.Person/boss").query.expand).toHaveLength(1);
    expect(() => bound("$expand=v2.House/boss")).toThrow(expect.objectContaining({ code: "TYPES_INCOMPATIBLE" }));
  });

  test.each([
    ["$expand=freinds", "PROPERTY_UNKNOWN"],
    ["$expand=id", "EXPAND_NOT_ALLOWED"],
    ["$expand=diary", "EXPAND_NOT_ALLOWED"],
    ["$expand=enemies", "EXPAND_NOT_ALLOWED"],
    ["$expand=boss,boss", "QUERY_OPTION_INVALID"],
    ["$expand=boss/house", "QUERY_OPTION_INVALID"],
    ["$expand=boss($top=1)", "QUERY_OPTION_INVALID"],
    ["$expand=boss($filter=active)", "QUERY_OPTION_INVALID"],
    ["$expand=boss/$count", "QUERY_OPTION_INVALID"],
    ["$expand=boss/$ref($filter=active)", "QUERY_OPTION_INVALID"],
    ["$expand=house($levels=2)", "QUERY_OPTION_INVALID"],
    ["$expand=$value", "QUERY_OPTION_NOT_SUPPORTED"],
    ["$expand=friends/v2.Person", "QUERY_OPTION_NOT_SUPPORTED"],
    ["$expand=friends($select=nam)", "PROPERTY_UNKNOWN"],
    ["$expand=friends($filter=nam eq 'a')", "PROPERTY_UNKNOWN"],
  ])("%s → %s", (query, code) => {
    expect(() => bound(query)).toThrow(expect.objectContaining({ code }));
  });
});

test("the policies of a query come once, that of a parent before those of what hangs on it", () => {
  const { query } = bound(
    "$compute=friends/$count as n&$filter=house/people/any(p:p/boss/age gt 5)&$orderby=boss/age&$expand=things($expand=owner)",
  );
  expect(policyNames(query)).toEqual([
    "people_get_list",
    "people_friends_get_list",
    "people_house_get",
    "houses_people_get_list",
    "people_boss_get",
    "people_things_get_list",
    "things_owner_get",
  ]);
});
