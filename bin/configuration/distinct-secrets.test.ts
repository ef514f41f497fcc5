import { expect, it } from "vitest";

import { withDistinctSecrets } from "./distinct-secrets.ts";
import type { ConfigurationDocument } from "./document.ts";
import { kinds } from "./kinds.ts";

const targetSystems = kinds.find(({ name }) => name === "targetSystems");
const [credentials] = targetSystems?.children ?? [];

function system(id: string, logins: Readonly<Record<string, string>>): ConfigurationDocument {
  if (targetSystems === undefined || credentials === undefined) throw new Error("target systems have credentials");
  const children = Object.entries(logins).map(([login, env]): ConfigurationDocument => ({
    kind: credentials,
    id: login,
    values: {},
    secrets: { password: { env } },
    children: [],
  }));
  return { kind: targetSystems, id, values: {}, secrets: {}, children };
}

const namesOf = (documents: readonly ConfigurationDocument[]) =>
  documents.flatMap(({ children }) => children.map(({ secrets }) => JSON.stringify(secrets["password"])));

it("gives logins whose names differ in signs alone names of their own, the same at each export", () => {
  const given = [system("A", { "cn=a": "S_A_CN_A", "cn-a": "S_A_CN_A" }), system("B", { x: "S_B_X" })];
  const names = namesOf(withDistinctSecrets(given));
  expect([new Set(names).size, names[2]]).toEqual([3, '{"env":"S_B_X"}']);
  expect(namesOf(withDistinctSecrets(given.toReversed())).toSorted()).toEqual(names.toSorted());
});

it("leaves names alone that stand once", () => {
  const given = [system("A", { x: "S_A_X" })];
  expect(withDistinctSecrets(given)).toBe(given);
});
