import { describe, expect, test } from "vitest";

import type { EntitySet } from "../entity-set.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import { createModel, navigationNamed } from "./model.ts";
import {
  columnOf,
  columnsNeeded,
  isDerivedFrom,
  isFilterable,
  isSortable,
  propertiesOf,
  propertyNamed,
  valueTypeOf,
} from "./types.ts";

const place: StructuredType = { name: "Place", properties: { town: { type: "Edm.String" } } };
const animal: StructuredType = { name: "Animal", properties: { id: { type: "Edm.String" }, home: { type: place } } };
const bird: StructuredType = { name: "Bird", base: animal, properties: { wings: { type: "Edm.Int32" } } };
const key = { parameter: "animalId", property: "id", kind: "string" } as const;

const keepers: EntitySet = {
  name: "keepers",
  type: { name: "Keeper", properties: { id: { type: "Edm.String" } } },
  key: { parameter: "keeperId", property: "id", kind: "string" },
  navigation: [{ name: "animals", many: true, target: () => animals }],
};

const animals: EntitySet = {
  name: "animals",
  type: animal,
  derived: [bird],
  key,
  navigation: [{ name: "keeper", many: false, target: () => keepers }],
  actions: {
    feed: {
      policy: "animals_post_feed",
      operation: "animals.feed",
      run: async () => ({}),
      parameters: { name: "Feed", properties: { meal: { type: { name: "Meal", properties: {} } } } },
      result: { name: "Fed", properties: {} },
    },
  },
};

describe("a model", () => {
  const model = createModel([animals]);

  test("has every type that the sets lead to, a base before what is derived from it", () => {
    expect(model.entityTypes.map(({ type, key: own }) => [type.name, own?.property ?? null])).toEqual([
      ["Animal", "id"],
      ["Bird", null],
      ["Keeper", "id"],
    ]);
    expect(model.complexTypes.map(({ name }) => name)).toEqual(["Place", "Meal", "Fed"]);
    expect(model.entityTypes[0]?.navigation.map(({ name }) => name)).toEqual(["keeper"]);
  });

  test("finds sets exactly and then without case, types by namespace or alias", () => {
    expect(model.setNamed("ANIMALS")).toBe(animals);
    expect(model.setNamed("keepers")).toBeUndefined();
    expect(model.typeNamed("Gatehouse.REST.Models.v2.Bird")).toBe(bird);
    expect(model.typeNamed("v2.Place")).toBe(place);
    for (const name of ["Bird", "v3.Bird", "v2.bird", "v2.__proto__", ".Bird", ""]) {
      expect(model.typeNamed(name), name).toBeUndefined();
    }
    expect(model.qualified(bird)).toBe("Gatehouse.REST.Models.v2.Bird");
  });

  test("finds navigations by their exact names", () => {
    expect(navigationNamed(animals, "keeper")?.target()).toBe(keepers);
    expect(navigationNamed(animals, "Keeper")).toBeUndefined();
  });

  test("is refused where one name means two things", () => {
    const other = {
      ...keepers,
      type: { name: "Animal", properties: { age: { type: "Edm.Int32" } } } as StructuredType,
    };
    expect(() => createModel([animals, other])).toThrow("two different types are named Animal");
    const twice: EntitySet = { ...animals, navigation: [{ name: "home", many: false, target: () => keepers }] };
    expect(() => createModel([twice])).toThrow("Animal has a property and a navigation named home");
    const owner: StructuredType = {
      name: "Owner",
      properties: { id: { type: "Edm.String" }, pet: { type: { ...animal } } },
    };
    const owners: EntitySet = { name: "owners", type: owner, key };
    expect(() => createModel([owners, animals])).toThrow("Owner has the entity Animal as a value");
  });
});

describe("properties", () => {
  test("of a derived type are those of its base and its own", () => {
    expect(Object.keys(propertiesOf(bird))).toEqual(["id", "home", "wings"]);
    expect(propertyNamed(bird, "id")).toBe(animal.properties["id"]);
    expect(propertyNamed(bird, "toString")).toBeUndefined();
    expect([isDerivedFrom(bird, animal), isDerivedFrom(animal, animal), isDerivedFrom(animal, bird)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each<readonly [string, Property, string | null, readonly string[], boolean, boolean]>([
    ["plain", { type: "Edm.String" }, "plain", ["plain"], true, true],
    ["renamed", { type: "Edm.String", column: "c" }, "c", ["c"], true, true],
    ["list", { type: "Edm.String", collection: true }, "list", ["list"], false, false],
    ["complex", { type: place }, "complex", ["complex"], false, false],
    ["untyped", { type: "Edm.PrimitiveType" }, "untyped", ["untyped"], false, false],
    ["secret", { type: "Edm.String", access: "write" }, null, [], false, false],
    ["made", { type: "Edm.String", from: () => "", needs: ["a", "b"] }, null, ["a", "b"], false, false],
    ["shown", { type: "Edm.String", from: () => "", column: "c" }, "c", ["c"], true, true],
    ["added", { type: "Edm.String", attached: true }, null, [], false, false],
    ["hidden", { type: "Edm.String", filterable: false }, "hidden", ["hidden"], false, false],
    ["unsorted", { type: "Edm.String", sortable: false }, "unsorted", ["unsorted"], true, false],
  ])("%s: column, columns to read, filter, order", (name, property, column, needed, filterable, sortable) => {
    expect(columnOf(name, property)).toBe(column);
    expect(columnsNeeded(name, property)).toEqual(needed);
    expect(isFilterable(name, property)).toBe(filterable);
    expect(isSortable(name, property)).toBe(sortable);
  });

  test("a complex value made of the row's columns needs those of its parts", () => {
    const type: StructuredType = {
      name: "Fault",
      properties: {
        code: { type: "Edm.String", column: "faultCode" },
        words: { type: "Edm.String", from: () => "", needs: ["faultWords"] },
      },
    };
    expect(columnsNeeded("fault", { type, from: (row) => row })).toEqual(["faultCode", "faultWords"]);
    expect(isFilterable("code", { type: "Edm.String", column: "faultCode" }, true)).toBe(true);
    expect(isFilterable("town", { type: "Edm.String" }, true)).toBe(false);
  });

  test("a list has no type in expressions, a moment has", () => {
    expect(valueTypeOf({ type: "Edm.DateTimeOffset" })).toBe("moment");
    expect(valueTypeOf({ type: "Edm.DateTimeOffset", collection: true })).toBeNull();
  });
});
