import { expect, it } from "vitest";

import { fileNames } from "./file-names.ts";

const nameOf = (id: string) => fileNames([id]).get(id);

it.each([
  ["LDAP", "LDAP.yaml"],
  ["cn=admin,dc=test", "cn%3Dadmin%2Cdc%3Dtest.yaml"],
  ["../../etc/passwd", "%2E./../etc/passwd".replaceAll("/", "%2F") + ".yaml"],
  [".hidden", "%2Ehidden.yaml"],
  ["a/b\\c:d*e", "a%2Fb%5Cc%3Ad%2Ae.yaml"],
  ["Über", "%C3%9Cber.yaml"],
  ["", "%.yaml"],
  ["100%", "100%25.yaml"],
])("%s lies in %s", (id, name) => expect(nameOf(id)).toBe(name));

it.each(["CON", "con", "nul", "com1", "LPT9", "aux.x"])("%s, which Windows takes for a device, gets a mark", (id) =>
  expect(nameOf(id)).toMatch(/~[0-9a-f]{8}\.yaml$/),
);

it("names that differ in case alone get marks, whatever the order of the IDs", () => {
  const names = fileNames(["Ldap", "LDAP", "other"]);
  const lower = [...names.values()].map((name) => name.toLowerCase());
  expect([new Set(lower).size, names.get("other")]).toEqual([3, "other.yaml"]);
  expect(fileNames(["other", "LDAP", "Ldap"])).toEqual(names);
});

it("forms of one letter in Unicode lie in two files", () => {
  const names = fileNames(["\u00e9", "e\u0301"]);
  expect(new Set(names.values()).size).toBe(2);
});

it("long IDs that begin alike get short names of their own", () => {
  const ids = [`${"x".repeat(300)}1`, `${"x".repeat(300)}2`, "ä".repeat(100)];
  const names = [...fileNames(ids).values()];
  expect([new Set(names).size, Math.max(...names.map((name) => name.length)) < 100]).toEqual([3, true]);
  for (const name of names) expect(name).toMatch(/^[\w%.~-]+\.yaml$/);
});
