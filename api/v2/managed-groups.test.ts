import { beforeAll, afterAll, beforeEach, describe, expect, test } from "vitest";

import { groupsUnmanagedAtOnceMax, managedGroupsNamedMax } from "#domain/limits.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { openTestApi, type TestApi, type TestCall } from "#test/support/api.ts";
import { saveTarget } from "#test/support/organisation.ts";

let api: TestApi;
const unknown = "00000000-0000-4000-8000-000000000000";
let targets = 0;
let target: string;

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
});
afterAll(() => api.close());
beforeEach(async () => {
  targets += 1;
  target = `T${targets}`;
  await api.store.transaction(() => saveTarget(api.context, target, { address: { file: target }, autoApprove: true }));
});

async function add(shortId: string, part: object = {}): Promise<string> {
  const { store, ids } = api.context;
  const key = ids.guid();
  const names = { stableId: shortId, longId: shortId, shortId, displayId: shortId };
  await store.transaction(() => store.add("groups", { key, targetSystemKey: target, ...names, ...part }));
  return key;
}
const byOption = { managed: true, managedBy: "option" } as const;
const send = (method: string, path: string, part: TestCall = {}) =>
  api.send(method, `/v2/${path}`, { as: "root", ...(method === "POST" && { body: {} }), ...part });
const group = async (key: string) => (await send("GET", `groups(${key})`)).json;
const rowsOf = async (operation: string) =>
  (await api.store.select("sesslog_full", { where: { operation, result: "S", targetSystem: target } })).length;
const setOption = (value: boolean) =>
  api.store.transaction(() =>
    saveOption(
      api.context,
      { targetSystemId: target, name: "automaticallyDiscoverResourcesToLoad", target: "value" },
      value,
    ),
  );

describe.each(["manage", "unmanage"])("POST groups({key})/%s", (action) => {
  test("refuses what it does not know, and callers without permission", async () => {
    const key = await add("staff");
    expect((await send("POST", `groups(${unknown})/${action}`)).status).toBe(404);
    const fields = await send("POST", `groups(${key})/${action}`, { body: { managed: true } });
    expect([fields.status, fields.json.error.target]).toEqual([400, "managed"]);
    expect((await send("POST", `groups(${key})/${action}`, { as: "ada" })).status).toBe(403);
    expect((await api.send("POST", `/v2/groups(${key})/${action}`, { body: {} })).status).toBe(401);
    expect(await group(key)).toMatchObject({ managed: false, managedBy: null, keptUnmanaged: false });
    expect(await rowsOf(action === "manage" ? "GRPM" : "GRPN")).toBe(0);
  });

  test("honours an entity tag", async () => {
    const key = await add("staff", action === "manage" ? {} : byOption);
    const { "@odata.etag": etag } = await group(key);
    await api.store.transaction(() => api.store.save("groups", { key, displayId: "Staff" }));
    const stale = await send("POST", `groups(${key})/${action}`, { headers: { "if-match": etag } });
    expect([stale.status, stale.json.error.code]).toEqual([412, "VERSION_MISMATCH"]);
    const fresh = { "if-match": (await group(key))["@odata.etag"] };
    expect((await send("POST", `groups(${key})/${action}`, { headers: fresh })).json).toMatchObject({ changed: true });
  });
});

test("a group is managed and unmanaged, and each repetition says that nothing changed", async () => {
  const key = await add("staff");
  const told = async (action: string) => (await send("POST", `groups(${key})/${action}`)).json;
  const managed = { key, targetSystemKey: target, shortId: "staff", managed: true, managedBy: "person" };
  expect(await told("manage")).toMatchObject({ ...managed, keptUnmanaged: false, changed: true });
  const { "@odata.etag": etag } = await group(key);
  expect(await told("manage")).toMatchObject({ ...managed, changed: false });
  expect((await group(key))["@odata.etag"]).toBe(etag);
  const unmanaged = { managed: false, managedBy: null, keptUnmanaged: true };
  expect(await told("unmanage")).toMatchObject({ ...unmanaged, changed: true });
  expect(await told("unmanage")).toMatchObject({ ...unmanaged, changed: false });
  expect(await group(key)).toMatchObject(unmanaged);
  expect(await told("manage")).toMatchObject({ ...managed, keptUnmanaged: false, changed: true });
  expect([await rowsOf("GRPM"), await rowsOf("GRPN")]).toEqual([3, 2]);
});

test("the catalog has a group as soon as it is managed, and loses it at once", async () => {
  const key = await add("staff");
  const filter = encodeURIComponent(`key eq '${key}'`);
  const found = async () => (await send("GET", `catalogueItems?$filter=${filter}`)).json.value.length;
  expect(await found()).toBe(0);
  await send("POST", `groups(${key})/manage`);
  expect(await found()).toBe(1);
  await send("POST", `groups(${key})/unmanage`);
  expect(await found()).toBe(0);
});

describe("PATCH of a group", () => {
  test("refuses another state of management and names the actions", async () => {
    const key = await add("staff");
    for (const body of [{ managed: true }, { ...(await group(key)), managed: true }]) {
      const { status, json } = await send("PATCH", `groups(${key})`, { body });
      expect([status, json.error.code, json.error.target]).toEqual([400, "OPERATION_FIELD_UNFIT", "managed"]);
      expect(json.error.message).toMatch(/groups\(\{key\}\)\/manage.*\/unmanage/);
    }
    expect(await group(key)).toMatchObject({ managed: false, managedBy: null });
  });

  test("takes the state as it was read", async () => {
    const key = await add("staff", byOption);
    for (const body of [{ managed: true }, await group(key)])
      expect((await send("PATCH", `groups(${key})`, { body })).status).toBe(204);
  });
});

describe("the trial of managed groups", () => {
  const trial = (part: TestCall = {}) => send("POST", `targetSystems('${target}')/trialManagedGroups`, part);

  test.each<[string, object, string]>([
    ["without a value", {}, "automatically"],
    ["with no value of an option", { automatically: "yes" }, "automatically"],
    ["with a field that is not known", { automatically: true, force: true }, "force"],
  ])("is refused %s", async (_name, body, field) => {
    const { status, json } = await trial({ body });
    expect([status, json.error.target ?? json.error.details[0].target]).toEqual([400, field]);
  });

  test("is refused to callers without permission, and of unknown target systems", async () => {
    expect((await trial({ as: "ada", body: { automatically: true } })).status).toBe(403);
    const path = "targetSystems('NOWHERE')/trialManagedGroups";
    expect((await send("POST", path, { body: { automatically: true } })).status).toBe(404);
  });

  test("says what the option would take and what could be given back, and writes nothing", async () => {
    const keys = { found: await add("found"), taken: await add("taken", byOption) };
    await add("by-hand", { managed: true, managedBy: "person" });
    await add("asked", { managed: true, managedBy: "request" });
    const kept = await add("kept", { keptUnmanaged: true });
    const position = await api.store.changeLog.position();
    const none = { count: 0, groups: [] };
    const on = (await trial({ body: { automatically: true } })).json;
    expect(on).toMatchObject({ targetSystemKey: target, automatically: true, managed: { count: 3 }, givenBack: none });
    expect(on.managed.groups.map(({ shortId }: { shortId: string }) => shortId)).toEqual(["asked", "by-hand", "taken"]);
    expect(on.taken).toMatchObject({ count: 1, groups: [{ key: keys.found, shortId: "found" }] });
    expect(on.keptUnmanaged).toMatchObject({ count: 1, groups: [{ key: kept, shortId: "kept" }] });
    const off = (await trial({ body: { automatically: false } })).json;
    expect(off).toMatchObject({ managed: { count: 3 }, taken: none, keptUnmanaged: { count: 1 } });
    expect(off.givenBack).toMatchObject({ count: 1, groups: [{ key: keys.taken, shortId: "taken" }] });
    const written = await api.store.changeLog.read(position, 1000);
    expect(written.filter(({ table }) => table === "groups" || table === "targetSystemOptions")).toEqual([]);
  });

  test("counts all groups and names the first", async () => {
    const { ids, store } = api.context;
    const rows = Array.from({ length: managedGroupsNamedMax + 2 }, (_, index) => {
      const name = `g${String(index).padStart(4, "0")}`;
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      return { key: ids.guid(), targetSystemKey: target, ...names };
    });
    await store.transaction(() => store.addAll("groups", rows));
    const { taken } = (await trial({ body: { automatically: true } })).json;
    expect([taken.count, taken.groups.length, taken.groups[0].shortId]).toEqual([102, 100, "g0000"]);
  });
});

describe("giving groups back", () => {
  const giveBack = (part: TestCall = {}) => send("POST", `targetSystems('${target}')/unmanageDiscoveredGroups`, part);

  test("is refused while the option would take them again, to callers without permission, and of unknown target systems", async () => {
    const key = await add("taken", byOption);
    await setOption(true);
    const { status, json } = await giveBack();
    expect([status, json.error.code]).toEqual([409, "GROUPS_TAKEN_AGAIN"]);
    await setOption(false);
    expect((await giveBack({ as: "ada" })).status).toBe(403);
    expect((await giveBack({ body: { all: true } })).status).toBe(400);
    expect((await send("POST", "targetSystems('NOWHERE')/unmanageDiscoveredGroups")).status).toBe(404);
    expect(await group(key)).toMatchObject(byOption);
  });

  test("leaves what a person or a request keeps managed, and lets the option take the others again", async () => {
    const [taken, byHand, asked] = [
      await add("taken", byOption),
      await add("by-hand", { managed: true, managedBy: "person" }),
      await add("asked", { managed: true, managedBy: "request" }),
    ];
    expect((await giveBack()).json).toMatchObject({ targetSystemKey: target, unmanaged: 1, left: 0 });
    expect(await group(taken)).toMatchObject({ managed: false, managedBy: null, keptUnmanaged: false });
    for (const key of [byHand, asked]) expect(await group(key)).toMatchObject({ managed: true });
    expect((await giveBack()).json).toMatchObject({ unmanaged: 0, left: 0 });
    const [row] = await api.store.select("sesslog_full", { where: { operation: "GRPB", targetSystem: target } });
    expect(row?.message).toBe("1 group");
  });

  test("goes on with another call where there are many", async () => {
    const { ids, store } = api.context;
    const rows = Array.from({ length: groupsUnmanagedAtOnceMax + 3 }, (_, index) => {
      const names = { stableId: `${index}`, longId: `${index}`, shortId: `${index}`, displayId: `${index}` };
      return { key: ids.guid(), targetSystemKey: target, ...names, ...byOption };
    });
    await store.transaction(() => store.addAll("groups", rows));
    expect((await giveBack()).json).toMatchObject({ unmanaged: groupsUnmanagedAtOnceMax, left: 3 });
    expect((await giveBack()).json).toMatchObject({ unmanaged: 3, left: 0 });
  });
});
