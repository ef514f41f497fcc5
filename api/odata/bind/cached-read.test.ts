import { expect, test } from "vitest";

import { createModel } from "../model/model.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { cachedRead } from "./cached-read.ts";
import { people } from "./people-model.fixture.ts";

const start = { set: people, policy: "people_get_list", result: "many" } as const;

test("the same tree at the same place is bound once", () => {
  const [model, tree] = [createModel([people]), parseQuery("$filter=age gt 3")];
  expect(cachedRead(model, start, tree)).toBe(cachedRead(model, { ...start }, tree));
});

test("another tree, model, policy or result is bound anew", () => {
  const [model, tree] = [createModel([people]), parseQuery("$select=name")];
  const known = cachedRead(model, start, tree);
  const others = [
    cachedRead(model, start, parseQuery("$select=name")),
    cachedRead(createModel([people]), start, tree),
    cachedRead(model, { ...start, policy: "people_get" }, tree),
    cachedRead(model, { ...start, result: "one" }, tree),
  ];
  for (const other of others) expect(other).not.toBe(known);
  expect(others[2]?.query.policy).toBe("people_get");
});

test("a changed model gives what it says now", () => {
  const tree = parseQuery("$filter=age gt 3");
  const before = cachedRead(createModel([people]), start, tree);
  const { age, ...properties } = people.type.properties;
  expect(age).toBeDefined();
  const changed = { ...people, type: { ...people.type, properties }, derived: [], navigation: [] };
  expect(before.query.where).not.toBeNull();
  expect(() => cachedRead(createModel([changed]), { ...start, set: changed }, tree)).toThrow(/age/);
});
