import { expect, test } from "vitest";

import { entitySets, v2Routes } from "../v2/routes.ts";
import { verbsOfSets } from "./verbs-of-sets.ts";

const verbs = [...verbsOfSets(entitySets)];

test("the address of every verb is that of a route which runs its operation", () => {
  const places = new Set(
    v2Routes.map(({ operation, method, path }) => `${operation} ${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`),
  );
  const lost = verbs.filter(([name, { address }]) => {
    if (address === null) return false;
    return !places.has(`${name} ${address.method} /v2/${address.path.replaceAll(/\{\w+\}/g, "{}")}`);
  });
  expect(lost).toEqual([]);
  expect(verbs.filter(([, { address }]) => address === null)).toEqual([]);
});

test("the fields that stand in a path are fields of the input", () => {
  const { address, input } = verbs.find(([name]) => name === "userClasses.removeMember")?.[1] ?? {};
  expect(address).toEqual({ method: "DELETE", path: "userClasses({userClassId})/members({key})" });
  expect(input?.safeParse({ userClassId: "IT", key: "k" }).success).toBe(true);
  expect(verbs.find(([name]) => name === "users.import")?.[1].address?.path).toBe("users/import");
});
