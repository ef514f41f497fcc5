import { expect, test } from "vitest";

import { idapiRoutes } from "#api/idapi/routes.ts";
import { identityRoutes } from "#api/identity/routes.ts";
import { offeredNamed, offeredOperations, readName } from "#api/offered/offered-operations.ts";
import { withoutSets } from "#api/offered/without-sets.ts";
import { reactRoutes } from "#api/react/routes.ts";
import { soapOperations } from "#api/soap/soap-operations.ts";
import { v2Routes } from "#api/v2/routes.ts";
import { loadCommands } from "#bin/command-groups.ts";
import { commandsOfOperations } from "#bin/commands-of-operations.ts";
import { createProgram } from "#bin/program.ts";
import { logOut } from "#operations/sessions/log-out.ts";

import { leavesOf, nameOf } from "../../tools/command-pages.ts";
import { notOffered, readOperations, tableOfDoors } from "../../tools/doors-page.ts";
import { allOperations } from "../support/all-operations.ts";

const ofUsers = (await allOperations()).filter(({ callers }) => callers.includes("user"));
const names = ofUsers.map(({ name }) => name).toSorted();
const restRoutes = [...identityRoutes, ...reactRoutes, ...v2Routes];

test("the table of doors has every operation that users may call, and no other", () => {
  expect(
    tableOfDoors(restRoutes)
      .map(({ operation }) => operation)
      .toSorted(),
  ).toEqual(names);
  expect(Object.keys(commandsOfOperations)).toEqual(Object.keys(commandsOfOperations).toSorted());
});

test("the library and SOAP offer each of them, and reading once", () => {
  const others = [logOut.name, ...readOperations, ...Object.keys(notOffered)];
  const offered = names.filter((name) => !others.includes(name));
  expect(offeredOperations.map(({ name }) => name)).toEqual([...offered, readName].toSorted());
  expect(soapOperations.length).toBe(offered.length + 3);
  expect(new Set(soapOperations.map(({ name }) => name)).size).toBe(soapOperations.length);
});

test("the library asks the policy that REST asks last", () => {
  const policies = new Map(restRoutes.flatMap(({ operation, policy }) => (operation ? [[operation, policy]] : [])));
  const differing = idapiRoutes.filter(
    ({ operation = "", policy }) => policies.has(operation) && policies.get(operation) !== policy,
  );
  expect(differing).toEqual([]);
  const declared = new Map(ofUsers.map(({ name, policies: own }) => [name, own.at(-1)?.name]));
  const others = withoutSets.map(({ operation: { name } }) => [name, offeredNamed(name)?.policy]);
  expect(others).toEqual(others.map(([name]) => [name, declared.get(name ?? "")]));
});

test("a door that has an operation says no reason why not, and every other one says it", () => {
  expect(Object.keys(notOffered).filter((name) => offeredNamed(name) !== undefined)).toEqual([]);
  for (const { rest, commands } of tableOfDoors(restRoutes))
    for (const door of [rest, commands]) expect("why" in door ? door.why.length : door.length).toBeGreaterThan(0);
  const withReason = withoutSets.filter(({ withoutRoute }) => withoutRoute !== undefined);
  const routed = new Set(restRoutes.map(({ operation }) => operation));
  expect(withReason.filter(({ operation }) => routed.has(operation.name))).toEqual([]);
  expect(() => tableOfDoors(restRoutes.filter(({ operation }) => operation !== "users.create"))).toThrow(
    "users.create has no route and says not",
  );
});

test("every command that the table names is there", async () => {
  const commands = new Set(
    leavesOf(createProgram(await loadCommands())).map((command) => nameOf(command).replace(/^gatehouse /, "")),
  );
  const wanted = Object.values(commandsOfOperations).flatMap((row) => ("why" in row ? [] : row));
  expect(wanted.filter((command) => !commands.has(command))).toEqual([]);
});
