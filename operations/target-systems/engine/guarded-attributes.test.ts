import { afterEach, beforeEach, expect, test } from "vitest";

import { type GuardedAttribute, guardedAttributesMax, guardsOf } from "#connectors/contract/index.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { helloFromProxy } from "#operations/tables/proxy-calls.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { guardedAttributes } from "../../abilities/reported-connectors.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom();
  const key = { kty: "OKP", crv: "X25519", x: "x" };
  for (const id of ["local", "other"])
    await room.store.transaction(() =>
      room.store.save("proxyServers", { id, status: "enrolled", connectors: [], signingKey: key, sealingKey: key }),
    );
});
afterEach(() => room.close());

interface Told {
  readonly proxy?: string;
  readonly connector: string;
  readonly guards?: readonly unknown[];
  readonly instance?: string;
  readonly version?: string;
  readonly stopping?: boolean;
}

async function hello({ proxy = "local", connector, guards, instance, version = "1.0.0", stopping = false }: Told) {
  const caller: Caller = { ...room.as("ada"), kind: "proxy", key: null, id: proxy };
  const reported = { id: connector, version, capabilities: ["serverInfo"], addressSchema: {} };
  const process = { id: instance, time: room.clock.now(), ordersUnderWay: 0, stopping };
  await invoke(helloFromProxy, room.context, caller, {
    softwareVersion: "1.2.3",
    connectors: [{ ...reported, ...(guards && { guardedAttributes: guards }) }],
    ...(instance !== undefined && { instance: process }),
  });
  room.clock.advance(1000);
}

const guards = (type: string, proxyServers: readonly string[] = []) =>
  guardedAttributes(room.context, { type, proxyServers: [...proxyServers] });

async function effects(type: string, name: string, proxyServers: readonly string[] = []) {
  return guardsOf(await guards(type, proxyServers), "account", name).map(({ effect }) => effect);
}

const badge: GuardedAttribute = { name: "badge", of: "account", effect: "foreign" };

test("an own connector is guarded as the service knows it, whether a proxy says less, more or nothing", async () => {
  expect(await effects("sql", "SuperUser")).toEqual(["rights"]);
  await hello({ connector: "sql", guards: [] });
  expect(await effects("sql", "superuser")).toEqual(["rights"]);
  await hello({ connector: "sql", guards: [badge] });
  expect([await effects("sql", "superuser"), await effects("sql", "badge")]).toEqual([["rights"], ["foreign"]]);
  await hello({ connector: "sql" });
  expect(await effects("sql", "superuser")).toEqual(["rights"]);
});

test("a connector that declares nothing guards what any own connector guards; one that declares an empty list does not", async () => {
  await hello({ connector: "badges" });
  for (const name of ["superuser", "groups", "memberOf", "home", "userAccountControl", "urn:example:User:roles"])
    expect(await effects("badges", name), name).not.toEqual([]);
  expect(await effects("badges", "badge")).toEqual([]);
  await hello({ connector: "badges", guards: [] });
  expect(await effects("badges", "superuser")).toEqual([]);
  expect(await effects("never-reported", "superuser")).not.toEqual([]);
});

test("what one proxy of a target declares no other one takes away, and a proxy of another target has no say", async () => {
  await hello({ connector: "badges", guards: [badge] });
  await hello({ proxy: "other", connector: "badges", guards: [] });
  expect(await effects("badges", "badge", ["local", "other"])).toEqual(["foreign"]);
  expect(await effects("badges", "badge", ["other"])).toEqual([]);
  await hello({ proxy: "other", connector: "badges" });
  expect(await effects("badges", "superuser", ["local", "other"])).not.toEqual([]);
});

test("of several versions side by side the union holds until a process with the other one has ended", async () => {
  await hello({ connector: "badges", guards: [badge], instance: "elder" });
  await hello({ connector: "badges", guards: [], instance: "younger", version: "2.0.0" });
  expect(await effects("badges", "badge")).toEqual(["foreign"]);
  await hello({ connector: "badges", guards: [badge], instance: "elder", stopping: true });
  expect(await effects("badges", "badge")).toEqual([]);
});

test("a report is refused whose guarded attributes have no bound or another form", async () => {
  const many = Array.from({ length: guardedAttributesMax + 1 }, (_, count) => ({ ...badge, name: `n${count}` }));
  const wrong = [many, [{ ...badge, name: "" }], [{ ...badge, effect: "none" }], [{ ...badge, of: "all" }], ["badge"]];
  for (const list of wrong)
    await expect(hello({ connector: "badges", guards: list })).rejects.toMatchObject({ code: "INPUT_INVALID" });
});
