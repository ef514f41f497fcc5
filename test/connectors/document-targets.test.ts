import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { reportConnectors } from "#activities/proxy/report.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { ServiceError } from "#domain/errors.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import { ownGuardsOf } from "#operations/abilities/built-in-guards.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createTargetSystem } from "#operations/target-systems/change-target-systems.ts";

import { documentedTargets as examples, type DocumentedTarget, pages } from "../support/documented-targets.ts";
import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { callerOf } from "../support/service.ts";
import { projectRoot } from "../support/source-files.ts";

let room: RequestRoom;
let connectors: readonly ReportedConnector[];

beforeAll(async () => {
  room = await openRequestRoom({ people: ["ada", "bob", "root"] });
  const { store } = room;
  const usual = reportConnectors(builtInConnectors) as readonly ReportedConnector[];
  const capabilities = ["addMember", "create", "delete", "members", "removeMember", "serverInfo", "update"];
  connectors = [...usual, { id: "notes", version: "0.1.0", capabilities, addressSchema: {} }];
  await store.transaction(async () => {
    await store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("bob") });
    await store.save("users", { key: room.keyOf("root"), superuser: true });
    await store.save("targetGroups", { id: "DEFAULT", description: "all" });
    for (const id of ["local", "branch"])
      await store.save("proxyServers", { id, status: "enrolled", connectors, lastSeenAt: room.clock.now() });
  });
});
afterAll(() => room.close());

async function add({ body }: DocumentedTarget, part: object = {}): Promise<{ id: string; type: string }> {
  const text = body.replaceAll("$ME", room.keyOf("root")).replaceAll("$PWD", "/folder");
  const input = { ...(JSON.parse(text) as { id: string; type: string }), ...part };
  const caller = { ...callerOf({ key: room.keyOf("root"), id: "root", superuser: true }) };
  await invoke(createTargetSystem, room.context, caller, input);
  return input;
}

/**
 * Returns the operations that an ordinary user can write into a request on a target, with every attribute that is more than a description.
 */
async function asks({ id, type }: { id: string; type: string }): Promise<Readonly<Record<string, unknown>>[]> {
  const { store } = room;
  const { ids } = room.context;
  const [mine, group] = [ids.guid(), ids.guid()];
  await store.transaction(async () => {
    const names = { longId: "x", shortId: "x", displayId: "x", targetSystemKey: id };
    await store.save("accounts", { ...names, key: mine, stableId: "1", userKey: room.keyOf("ada") });
    await store.save("groups", { ...names, key: group, stableId: "2" });
  });
  const guarded = (ownGuardsOf(type) ?? []).filter(({ of }) => of === "account").map(({ name }) => name);
  return [
    ...[undefined, ...guarded].flatMap((name) => {
      const attributes = name === undefined ? {} : { [name]: ["true"] };
      return [
        { code: "ACUA", targetSystemKey: id, attributes: { shortId: "zed", ...attributes } },
        ...(name === undefined ? [] : [{ code: "UPDA", targetSystemKey: id, accountKey: mine, attributes }]),
      ];
    }),
    { code: "GRUA", targetSystemKey: id, groupKey: group },
  ];
}

/** Returns true if the service carries out an operation that no one has approved, or would at its next step. */
async function isGiven(operation: object): Promise<boolean> {
  try {
    const request = await room.submit([operation]);
    const { status } = await room.row(request);
    const handed = (await room.operations(request)).some(({ handedOutAt }) => handedOutAt !== null);
    return handed || !["A", "W", "H"].includes(status ?? "");
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

test("every page of a connector and both walk-throughs add a target system", () => {
  const named = builtInConnectors.map(({ definition: { id } }) => `docs/connectors/${id}.md`);
  const all = examples.map(({ page }) => page);
  expect(all).toEqual(expect.arrayContaining([...named, "docs/running-a-proxy.md", "docs/writing-a-connector.md"]));
  const posts = pages.flatMap((page) =>
    [
      ...readFileSync(join(projectRoot, page), "utf8").matchAll(/curl [^\n]*\/v2\/targetSystems"[^\n]*(?:-d|\\$)/gm),
    ].map(() => page),
  );
  // The target system of that page has no connector.
  expect([...all, "docs/tasks.md"].toSorted()).toEqual(posts.toSorted());
});

describe.each(examples)("the target system $id of $page", (example) => {
  test("gives an ordinary user nothing that nobody approved", async () => {
    const wanted = await asks(await add(example));
    const given: object[] = [];
    for (const operation of wanted) if (await isGiven(operation)) given.push(operation);
    expect(given).toEqual([]);
  });
});

test("with autoApprove in the place of phases the same request is carried out at once", async () => {
  const [example] = examples;
  if (example === undefined) return expect.fail("no example");
  const target = await add(example, { id: "OPEN", autoApprove: true, authorizationPhases: [] });
  const [plain] = await asks(target);
  expect(await isGiven(plain ?? {})).toBe(true);
});
