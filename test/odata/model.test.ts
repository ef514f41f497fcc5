import { describe, expect, test } from "vitest";

import { bindRead } from "#api/odata/bind/bind-read.ts";
import { orderableNames } from "#api/odata/bind/order-allowed.ts";
import type { EntitySet, Navigation } from "#api/odata/entity-set.ts";
import { createModel } from "#api/odata/model/model.ts";
import { columnOf, columnsNeeded, isFilterable, propertiesOf, valueTypeOf } from "#api/odata/model/types.ts";
import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { entitySets } from "#api/v2/routes.ts";
import { policyNames } from "#domain/query/policy-names.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { relationOf, sourceOf } from "#store/query/sources.ts";

/** Every set of the service, also those below other ones, once. */
function allSets(): readonly EntitySet[] {
  const found = new Set(entitySets);
  for (const set of found) for (const { target } of set.navigation ?? []) found.add(target());
  return [...found];
}

const model = createModel(entitySets);
const sets = allSets().filter(({ source }) => source !== undefined);
const named = sets.map((set) => [`${set.name} (${set.type.name})`, set] as const);
const ways = sets.flatMap((set) =>
  (set.navigation ?? [])
    .filter(({ relation }) => relation !== undefined)
    .map((navigation) => [`${set.type.name}/${navigation.name}`, set, navigation] as const),
);
const policies = new Set(defaultPolicies.map(({ name }) => name));

function typesOf({ type, derived = [] }: EntitySet) {
  return [type, ...derived];
}

function bind(set: EntitySet, query: string) {
  return bindRead(model, { set, policy: "any", result: "many" }, parseQuery(query));
}

function policyOf({ many, list, get }: Navigation): string | undefined {
  return (many ? list : get)?.policy;
}

describe.each(named)("the record has what the model says of %s", (_, set) => {
  const source = sourceOf(set.source ?? "");

  test("its key is a property with a column", () => {
    const key = propertiesOf(set.type)[set.key.property];
    expect(key).toBeDefined();
    expect(source.columns[columnOf(set.key.property, key ?? { type: "Edm.PrimitiveType" }) ?? ""]).toBeDefined();
  });

  test("every column that a property is read from is there", () => {
    const columns = typesOf(set).flatMap((type) =>
      Object.entries(propertiesOf(type)).flatMap(([name, property]) => columnsNeeded(name, property)),
    );
    expect(columns.filter((column) => !Object.hasOwn(source.columns, column))).toEqual([]);
    for (const { when } of typesOf(set)) if (when) expect(source.columns[when.column]).toBeDefined();
  });

  test("what can be filtered has the type of its column", () => {
    for (const [name, property] of typesOf(set).flatMap((type) => Object.entries(propertiesOf(type)))) {
      if (!isFilterable(name, property)) continue;
      if (property.cases !== undefined) {
        expect(() => bind(set, `$filter=${name} eq ''`), name).not.toThrow();
        continue;
      }
      if (property.condition !== undefined) {
        expect(() => bind(set, `$filter=${name} eq true&$select=${name}`), name).not.toThrow();
        continue;
      }
      const type = valueTypeOf(property);
      // Guids and dates are kept as texts.
      const kept = type === "guid" || type === "date" ? "string" : type;
      expect(source.columns[columnOf(name, property) ?? ""]?.type, name).toBe(kept);
    }
  });

  test("it can be ordered by what it says, selected and expanded as a whole", () => {
    for (const name of orderableNames(set)) expect(() => bind(set, `$orderby=${name} desc`)).not.toThrow();
    expect(bind(set, "$select=*&$expand=*").query.source).toBe(set.source);
  });
});

test.each(ways)("%s: the relation leads to the source of its set, under a policy there is", (_, set, navigation) => {
  const relation = relationOf(sourceOf(set.source ?? ""), navigation.relation ?? "");
  expect(relation).toMatchObject({ many: navigation.many, source: navigation.target().source });
  expect(policies).toContain(policyOf(navigation));
});

test("types have names of their own, and every set is found by its name", () => {
  const names = [...model.entityTypes.map(({ type }) => type.name), ...model.complexTypes.map(({ name }) => name)];
  expect(names).toEqual([...new Set(names)]);
  for (const set of entitySets) expect(model.setNamed(set.name.toUpperCase())).toBe(set);
});

describe("queries over the model", () => {
  const users = model.setNamed("users") as EntitySet;

  test("find accounts by their user, and users by their accounts, each under the policy of the way", () => {
    const { query } = bind(
      users,
      "$filter=accounts/any(a:a/targetSystem/id eq 'AD1' and a/locked)&$expand=accounts($select=shortId)",
    );
    expect(policyNames(query)).toEqual(["any", "users_accounts_get_list", "accounts_targetsystem_get"]);
  });

  test("a depth of five is bound and one of six refused", () => {
    const nested = (depth: number): string =>
      depth === 0
        ? ""
        : `$expand=${depth % 2 === 0 ? "user" : "accounts"}${depth === 1 ? "" : `(${nested(depth - 1)})`}`;
    expect(() => bind(users, nested(5))).not.toThrow();
    expect(() => bind(model.setNamed("accounts") as EntitySet, nested(6))).toThrow(
      expect.objectContaining({ code: "EXPAND_TOO_DEEP" }),
    );
  });

  test("nothing secret can be asked about", () => {
    const accounts = model.setNamed("accounts") as EntitySet;
    for (const query of [
      "$filter=password eq 'x'",
      "$orderby=password",
      "$select=password",
      "$filter=passwordHash eq 'x'",
    ]) {
      expect(() => bind(accounts, query), query).toThrow(expect.objectContaining({ kind: "invalid" }));
    }
  });
});
