import { expect, it } from "vitest";

import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";

import { clients } from "../api/declared/clients.ts";
import { targetGroups } from "../api/declared/target-groups.ts";
import { targetSystems } from "../api/declared/target-systems.ts";
import { webhooks } from "../api/declared/webhooks.ts";
import { firstValues, isWhole, namesIn, sentValues, trimmed, writableOf } from "./declared-values.ts";

const namesOf = (on: "create" | "change") => writableOf(clients, on).map(([name]) => name);

it("lets a form write what its occasion allows", () => {
  expect(namesOf("create")).toContain("isPublic");
  expect(namesOf("change")).not.toContain("isPublic");
  expect(writableOf(webhooks, "create").map(([name]) => name)).not.toContain("enabled");
  expect([...namesOf("create"), ...namesOf("change")]).not.toContain("userKey");
});

it("keeps the options of target systems apart, each as what it is", () => {
  const options = namesIn(targetSystems, "options");
  const kinds = options.map((name) => [name, targetSystems.properties[name].kind]);
  const known = Object.entries(targetSystemOptions).map(([name, { type }]) => [
    name,
    type === "boolean" ? "flag" : "text",
  ]);
  expect(kinds).toEqual(known);
  expect(options).not.toContain("description");
});

it("begins with the initial values of a new object, and with the values of one that is there", () => {
  expect(firstValues(targetGroups, undefined)).toMatchObject({
    id: null,
    syncPasswords: false,
    passwordChangeRestriction: "anyNumber",
    passwordPolicyId: "DEFAULT",
  });
  expect(firstValues(clients, { id: "x", enabled: false, grants: ["password"], lastUpdatedNode: "n" })).toEqual({
    enabled: false,
    grants: ["password"],
  });
});

it("is whole once everything is entered that a new object needs, and no field is unfinished", () => {
  const nothing = firstValues(clients, undefined);
  expect(isWhole(clients, "create", nothing)).toBe(false);
  expect(isWhole(clients, "create", { ...nothing, id: "x" })).toBe(false);
  expect(isWhole(clients, "create", { ...nothing, id: " ", grants: ["password"] })).toBe(false);
  const whole = { ...nothing, id: "x", grants: ["password"] };
  expect(isWhole(clients, "create", whole)).toBe(true);
  expect(isWhole(clients, "create", { ...whole, scopes: undefined })).toBe(false);
});

it("sends all that is given of a new object, and of another what differs", () => {
  const entered = { id: " x ", displayName: " ", grants: ["password"], redirectUris: [" https://a ", ""], scopes: [] };
  expect(sentValues(clients, entered, undefined)).toEqual({
    id: "x",
    grants: ["password"],
    redirectUris: ["https://a"],
  });
  const row = { displayName: "X", grants: ["password"], redirectUris: ["https://a"], firstParty: true };
  const changed = { ...row, displayName: "", redirectUris: ["https://a", " "], firstParty: false };
  expect(sentValues(clients, changed, row)).toEqual({ displayName: null, firstParty: false });
});

it("takes a text without blanks around it, an empty one as none, and other values as they are", () => {
  expect(["", " a ", 0, false, null].map(trimmed)).toEqual([null, "a", 0, false, null]);
});
