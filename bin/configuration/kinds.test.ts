import { expect, it } from "vitest";

import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import { inOrder, type Kind, kinds, leftOut } from "./kinds.ts";

const declared = Object.values<Resource>(resources);
const written = kinds.flatMap((kind) => [kind, ...kind.children]);
const namesOf = (holds: Resource["holds"]) => declared.filter((one) => one.holds === holds).map(({ name }) => name);

it("every resource says if it is configuration, and all configuration is in files or left out with a reason", () => {
  expect(declared.filter(({ holds }) => !["configuration", "part", "data"].includes(holds))).toEqual([]);
  const inFiles = written.map(({ resource }) => resource.name);
  expect([...inFiles, ...Object.keys(leftOut)].toSorted()).toEqual(namesOf("configuration").toSorted());
});

it("what is a part of other configuration has no address where it could be written alone, but for options", () => {
  expect(namesOf("part")).toEqual(
    expect.arrayContaining(["authorizationPhases", "implementers", "targetSystemOptions"]),
  );
  expect(written.filter(({ resource }) => resource.holds === "part")).toEqual([]);
});

it("files name objects by what people know, never by a key", () => {
  const byKey = written.filter(({ knownBy, resource }) =>
    knownBy.some((name) => resource.properties[name]?.facts.type === "Edm.Guid"),
  );
  expect(byKey.map(({ name }) => name)).toEqual([]);
  for (const { knownBy, fields } of written) for (const name of knownBy) expect(Object.keys(fields)).toContain(name);
});

it("each kind stands behind those to which it refers", () => {
  const places = new Map(kinds.map(({ resource }, at) => [resource.name, at]));
  const before = (one: string, other: string) =>
    expect([one, other, (places.get(one) ?? 0) < (places.get(other) ?? 0)]).toEqual([one, other, true]);
  before("passwordPolicies", "targetGroups");
  before("targetGroups", "targetSystems");
  before("userClasses", "targetSystems");
  before("ticketSystems", "targetSystems");
  before("targetSystems", "roles");
  before("roles", "sodRules");
  before("samlProviders", "authChains");
  expect(kinds.slice(-2).map(({ name }) => name)).toEqual(["clients", "webhooks"]);
});

it("kinds that refer to each other are a fault of the program", () => {
  const refers = (name: string, to: string): Kind => ({
    name,
    resource: { ...(declared[0] as Resource), name },
    fields: { other: { shape: { kind: "text", refersTo: { to, by: "id" } }, writes: "always" } },
    knownBy: ["id"],
    key: "id",
    givesSecret: false,
    children: [],
  });
  expect(() => inOrder([refers("a", "b"), refers("b", "a")])).toThrow("in a circle: a, b");
  expect(inOrder([refers("a", "b"), refers("b", "b")]).map(({ name }) => name)).toEqual(["b", "a"]);
});

it("only passwords of credentials are secret fields, so that no other value takes a reference", () => {
  const secret = written.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { shape }]) => (shape.secret ? [`${name}.${field}`] : [])),
  );
  expect(secret).toEqual(["credentials.password"]);
});
