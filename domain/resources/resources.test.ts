import { expect, test } from "vitest";

import { flag, guid, integer, oneOf, text } from "./format/builders.ts";
import type { PropertyFacts } from "./format/property.ts";
import { across, many, one } from "./format/relations.ts";
import { index, type Index, type Resource, resource, unique } from "./format/resource.ts";
import { type UniqueMerging, uniqueMergings } from "./format/unique-mergings.ts";
import { resources } from "./resources.ts";

type Declared = Readonly<Record<string, Resource>>;

/** Returns the faults of declarations, in words. */
function faultsOf(declared: Declared): string[] {
  const all = Object.values(declared);
  const twice = all.filter(({ table }, at) => all.findIndex((other) => other.table === table) !== at);
  return [
    ...twice.map(({ table }) => `${table}: is declared twice`),
    ...all.flatMap((each) => faultsIn(each, declared)),
  ];
}

function faultsIn(checked: Resource, declared: Declared): string[] {
  const { name, key, entity, indexes, policies } = checked;
  const faults = [
    ...(declared[name] === checked ? [] : ["is listed under another name"]),
    ...missing(checked, [key, ...(entity?.property === undefined ? [] : [entity.property])]),
    ...indexes.flatMap((each) => [...missing(checked, each.columns), ...mergingFaults(checked, each)]),
    ...Object.keys(checked.relations).flatMap((relation) => relationFaults(checked, relation, declared)),
    ...Object.values(policies).flatMap(({ fields = [], lists = {} }) => [
      ...missing(checked, fields),
      ...Object.values(lists).flatMap((list) => listFaults(checked, list, declared)),
    ]),
    ...Object.entries(checked.properties).flatMap(([property, { facts }]) =>
      propertyFaults(facts).map((fault) => `${property} ${fault}`),
    ),
    ...Object.entries(checked.properties)
      .filter(([property, { facts }]) => isFound(facts) && property !== key && !begins(checked, property))
      .map(([property, { facts }]) => `${property} is ${facts.ordered ? "ordered" : "looked up"} and begins no index`),
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}

const isFound = ({ ordered, lookedUp }: PropertyFacts) => ordered ?? lookedUp ?? false;
const isColumn = ({ properties }: Resource, name: string) =>
  Object.hasOwn(properties, name) && properties[name]?.facts.home !== "elsewhere";
const missing = (checked: Resource, columns: readonly string[]) =>
  columns.filter((column) => !isColumn(checked, column)).map((column) => `has no column ${column}`);
const begins = ({ indexes }: Resource, property: string) => indexes.some(({ columns: [first] }) => first === property);

/** Returns what is wrong with what an index says of rows of several nodes. */
function mergingFaults({ class: of, properties }: Resource, { columns, unique: isUnique, merging }: Index): string[] {
  const name = `${isUnique ? "unique index" : "index"} ${columns.join(", ")}`;
  if (merging === undefined) return isUnique ? [`${name} does not say how it merges`] : [];
  const { classes }: UniqueMerging = uniqueMergings[merging];
  const number = isUnique ? columns.at(-1) : columns[0];
  const rules: readonly (readonly [boolean, string])[] = [
    [!classes.includes(of), `${name} merges by ${merging}, which no table of the class ${of} can`],
    [merging === "number" && properties[number ?? ""]?.facts.kind === "flag", `${name} has no number`],
  ];
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : []));
}

function relationFaults(owner: Resource, name: string, declared: Declared): string[] {
  const { source, from = owner.key, to, through } = owner.relations[name] ?? { source: "" };
  const other = declared[source];
  if (other === undefined) return [`${name} leads to ${source}, which is not declared`];
  const between = Object.values(declared).find(({ table }) => table === through?.table);
  return [
    ...missing(owner, [from]),
    ...missing(other, [to ?? other.key]).map((fault) => `${name}: ${source} ${fault}`),
    ...(through === undefined ? [] : between ? missing(between, [through.from, through.to]) : [`${name} goes nowhere`]),
  ];
}

function listFaults(
  owner: Resource,
  { relation, through, column }: { relation?: string; through?: string; column: string },
  declared: Declared,
): string[] {
  if (relation === undefined) return [];
  const other = declared[owner.relations[relation]?.source ?? ""];
  const last = through === undefined ? other : declared[other?.relations[through]?.source ?? ""];
  return last === undefined ? [`a policy reads ${relation}, which leads nowhere`] : missing(last, [column]);
}

function propertyFaults({
  members = [],
  size = Infinity,
  initial,
  description,
  writing,
  kind,
  min,
  max,
}: PropertyFacts) {
  const isMember = members.length === 0 || (initial ?? null) === null || members.includes(String(initial));
  const rules: readonly (readonly [boolean, string])[] = [
    [members.some((member) => member.length > size), "has members that do not fit"],
    [!isMember, `begins as ${String(initial)}, which is no member`],
    [description !== undefined && !/^[A-Z].*[.]$/s.test(description), "is not described in a sentence"],
    [writing !== "never" && description === undefined, "is written and not described"],
    [(min ?? -Infinity) > (max ?? Infinity), "takes nothing"],
    [kind === "text" && (max ?? 0) > size, "takes more than its column"],
  ];
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : []));
}

test("what is declared fits together", () => {
  expect(faultsOf(resources)).toEqual([]);
});

const things = resource("things", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Thing", key: "thingKey" },
  properties: { key: guid().shown("Its key."), ownerKey: guid() },
  relations: { owner: one("owners", "ownerKey") },
  indexes: [index("ownerKey")],
});
const owners = resource("owners", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: { key: guid(), things: integer().elsewhere() },
  relations: { things: many("things", "ownerKey") },
});
const thingWith = (properties: Resource["properties"], more: Partial<Resource> = {}) => ({
  things: { ...(things as Resource), properties: { ...things.properties, ...properties }, ...more },
  owners,
});

test.each<readonly [string, Declared]>([
  ["is listed under another name", { stuff: things, owners }],
  ["is declared twice", { things, owners, others: { ...owners, name: "others", table: "things" } }],
  ["leads to owners, which is not declared", { things }],
  ["has no column ownerId", thingWith({}, { relations: { owner: one("owners", "ownerId") } })],
  ["has no column thingId", thingWith({}, { relations: { others: many("things", "thingId") } })],
  ["goes nowhere", thingWith({}, { relations: { others: across("owners", "links", ["a", "b"]) } })],
  ["has no column name", thingWith({}, { indexes: [index("name")] })],
  ["has no column total", thingWith({ total: integer().elsewhere() }, { indexes: [index("total")] })],
  ["does not say how it merges", thingWith({}, { indexes: [{ columns: ["ownerKey"], unique: true }] })],
  ["notShared, which no table of the class shared can", thingWith({}, { indexes: [unique("notShared", "ownerKey")] })],
  ["homeNode, which no table of the class shared can", thingWith({}, { indexes: [unique("homeNode", "ownerKey")] })],
  [
    "olderClaim, which no table of the class append can",
    thingWith({}, { class: "append", indexes: [unique("olderClaim", "ownerKey")] }),
  ],
  ["has no number", thingWith({ taken: flag(true) }, { indexes: [unique("number", "ownerKey", "taken")] })],
  ["has no column name", thingWith({}, { policies: { thing: { fields: ["name"] } } })],
  ["leads nowhere", thingWith({}, { policies: { thing: { lists: { names: { relation: "all", column: "key" } } } } })],
  [
    "has no column name",
    thingWith({}, { policies: { thing: { lists: { n: { relation: "owner", column: "name" } } } } }),
  ],
  ["name is ordered and begins no index", thingWith({ name: text().ordered() })],
  ["name is looked up and begins no index", thingWith({ name: text().lookedUp() })],
  ["has members that do not fit", thingWith({ state: oneOf(["begun", "ended"], 4) })],
  ["which is no member", thingWith({ state: oneOf<string>(["begun", "ended"]).initially("gone") })],
  ["is not described in a sentence", thingWith({ name: text().shown("the name") })],
  ["is written and not described", thingWith({ enabled: flag(true).given() })],
  ["takes nothing", thingWith({ count: integer().between(2, 1) })],
  ["takes more than its column", thingWith({ name: text(10).atMost(11) })],
])("a declaration that %s is found", (fault, declared) => {
  expect(faultsOf(declared).join("\n")).toContain(fault);
});
