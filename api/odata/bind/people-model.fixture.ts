import type { EntitySet, ReadVerb } from "../entity-set.ts";
import { createModel } from "../model/model.ts";
import type { StructuredType } from "../structured-type.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { bindRead, type Start } from "./bind-read.ts";
import type { BoundRead } from "./bound-read.ts";

const read = (policy: string): ReadVerb => ({ policy });

const fault: StructuredType = {
  name: "Fault",
  properties: {
    code: { type: "Edm.String", column: "faultCode", nullable: true },
    words: { type: "Edm.String", nullable: true, from: (row) => row["faultWords"] },
  },
};

const address: StructuredType = { name: "Address", properties: { city: { type: "Edm.String" } }, open: true };

const thing: StructuredType = {
  name: "Thing",
  properties: { id: { type: "Edm.String" }, weight: { type: "Edm.Decimal" }, personKey: { type: "Edm.Guid" } },
};

/** A type derived from Thing. */
export const book: StructuredType = {
  name: "Book",
  base: thing,
  when: { column: "sort", value: "book" },
  properties: { pages: { type: "Edm.Int32", nullable: true } },
};

/** Things, some of which are books; they live below a person. */
export const things: EntitySet = {
  name: "things",
  type: thing,
  derived: [book],
  source: "things",
  key: { parameter: "thingId", property: "id", kind: "string" },
  navigation: [
    { name: "owner", many: false, relation: "owner", target: () => people, get: read("things_owner_get") },
    { name: "parts", many: true, relation: "parts", target: () => things, list: read("things_parts_get_list") },
  ],
};

/** Houses: they may be ordered by two properties only. */
export const houses: EntitySet = {
  name: "houses",
  type: {
    name: "House",
    properties: { id: { type: "Edm.String" }, street: { type: "Edm.String" }, rooms: { type: "Edm.Int32" } },
  },
  source: "houses",
  key: { parameter: "houseId", property: "id", kind: "string" },
  allowedOrderByPropertiesList: ["id", "street"],
  list: read("houses_get_list"),
  navigation: [
    { name: "people", many: true, relation: "people", target: () => people, list: read("houses_people_get_list") },
  ],
};

const diaries: EntitySet = {
  name: "diaries",
  type: { name: "Diary", properties: { id: { type: "Edm.String" } } },
  key: { parameter: "diaryId", property: "id", kind: "string" },
};

/** People, with a property of each sort. */
export const people: EntitySet = {
  name: "people",
  type: {
    name: "Person",
    properties: {
      key: { type: "Edm.Guid" },
      id: { type: "Edm.String" },
      name: { type: "Edm.String", nullable: true, column: "full_name" },
      age: { type: "Edm.Int32" },
      salary: { type: "Edm.Decimal", nullable: true },
      active: { type: "Edm.Boolean" },
      seenAt: { type: "Edm.DateTimeOffset", nullable: true },
      born: { type: "Edm.Date" },
      wakesAt: { type: "Edm.TimeOfDay" },
      break: { type: "Edm.Duration" },
      tags: { type: "Edm.String", collection: true },
      address: { type: address },
      fault: { type: fault, nullable: true, from: (row) => row, needs: ["faultCode", "faultWords"] },
      secret: { type: "Edm.String", access: "write" },
      badge: { type: "Edm.String", attached: true, needs: ["badgeNumber"] },
      shout: { type: "Edm.String", from: (row) => String(row["full_name"]).toUpperCase(), needs: ["full_name"] },
      hidden: { type: "Edm.String", filterable: false },
      note: { type: "Edm.String", sortable: false },
    },
  },
  source: "people",
  key: { parameter: "personKey", property: "key", kind: "guid" },
  list: read("people_get_list"),
  get: read("people_get"),
  navigation: [
    { name: "boss", many: false, relation: "boss", target: () => people, get: read("people_boss_get") },
    { name: "house", many: false, relation: "house", target: () => houses, get: read("people_house_get") },
    { name: "friends", many: true, relation: "friends", target: () => people, list: read("people_friends_get_list") },
    {
      name: "things",
      many: true,
      relation: "things",
      target: () => things,
      contained: true,
      list: read("people_things_get_list"),
    },
    { name: "diary", many: true, target: () => diaries, list: read("people_diary_get_list") },
    { name: "enemies", many: true, relation: "enemies", target: () => people },
  ],
};

/** A small model that has everything a bound query can meet. */
const model = createModel([people, houses]);

/** Binds a query, by default over people. */
export function bound(query: string, start: Partial<Start> = {}): BoundRead {
  return bindRead(model, { set: people, policy: "people_get_list", result: "many", ...start }, parseQuery(query));
}

/** Binds a filter over people and returns its condition. */
export function filter(text: string, aliases = "") {
  return bound(`$filter=${text}${aliases}`).query.where;
}
