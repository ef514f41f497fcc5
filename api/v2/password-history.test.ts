import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

type Entry = Row<"vaultEntries">;

let api: TestApi;
/** The managed account, and its entries in the order in which they were written. */
let account: string;
let keys: readonly string[];
const words = ["confirmed", "too-short", "uncertain"];

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
  const { store, ids } = api.context;
  await foundOrganisation(api.context, { people: [], targets: { T1: [] } });
  account = ids.guid();
  keys = words.map(() => ids.guid());
  const [first = "", refused = "", last = ""] = keys;
  const told = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
  await store.transaction(async () => {
    await store.add("managedSystemPolicies", { id: "P", mode: "push", managedByNode: "node1", enabled: true, ...told });
    const system = { key: ids.guid(), id: "T1", description: "", type: "fault", mode: "push" } as const;
    await store.add("managedSystems", { ...system, targetSystemKey: "T1" });
    const managed = { managedSystemKey: system.key, accountKey: ids.guid(), policyId: "P", status: "U" } as const;
    await store.add("managedAccounts", { key: account, ...managed });
    await add(first, { origin: "imported", status: "C", settledAt: 1_500, openedAt: 1_500 });
    await add(refused, { parentKey: first, status: "failed", settledAt: 2_500, refusal: "It is too short." });
    await add(last, { parentKey: first });
  });
});
afterAll(() => api.close());

async function add(key: string, part: Partial<Entry>): Promise<void> {
  const { store } = api;
  const at = keys.indexOf(key);
  const secret = store.seal(new Secret(`canary-${words[at]}`), { table: "vaultEntries", column: "secret", key });
  const made = { origin: "randomized", status: "U", createdAt: (at + 1) * 1_000, createdNode: store.node } as const;
  await store.add("vaultEntries", { key, managedAccountKey: account, secret, ...made, ...part });
}

const history = () => `/v2/managedAccounts(${account})/passwordHistory`;
const get = (path: string, who = "root") => api.send("GET", path.replaceAll(" ", "%20"), { as: who });
const originsOf = async (options: string) =>
  (await get(`${history()}${options}`)).json.value.map(({ status }: Entry) => status);
const show = (value: boolean | null) =>
  api.send("PATCH", `/v2/settings('PASSWORD%20HISTORY%20VIEW%20INCLUDE%20FAILED%20PASSWORDS')`, {
    as: "root",
    body: { value },
  });

describe("GET passwordHistory of a managed account", () => {
  it("gives its entries in the order in which they were written, with all options, and no password", async () => {
    const { status, json, text } = await get(history());
    expect([status, Object.keys(json.value[0]).filter((name) => !name.includes("@"))]).toEqual([
      200,
      expect.arrayContaining(["key", "parentKey", "origin", "status", "createdAt", "settledAt", "createdNode"]),
    ]);
    expect(json.value).toMatchObject([
      { origin: "imported", status: "C", parentKey: null, openedAt: "1970-01-01T00:00:01.500Z", createdBy: null },
      { origin: "randomized", status: "U", parentKey: keys[0], settledAt: null, refusal: null },
    ]);
    for (const read of [text, (await get(`${history()}(${keys[0]})`)).text]) expect(read).not.toMatch(/secret|canary/);
    expect(await originsOf("?$orderby=createdAt desc&$top=1")).toEqual(["U"]);
    expect(await originsOf("?$skip=1")).toEqual(["U"]);
    expect(await originsOf("?$filter=origin eq 'imported' and openedAt ne null")).toEqual(["C"]);
    expect((await get(`${history()}?$count=true&$select=key,status&$top=0`)).json["@odata.count"]).toBe(2);
    expect((await get(`${history()}?$filter=secret ne null`)).json.error.code).toBe("PROPERTY_UNKNOWN");
  });

  // @specification 8.failed-passwords
  it("leaves out what never came into force at every place, until the setting says otherwise, at once", async () => {
    const failed = `${history()}(${keys[1]})`;
    const expanded = `/v2/managedAccounts(${account})?$expand=passwordHistory($count=true)`;
    const having = "/v2/managedAccounts?$filter=passwordHistory/any(e:e/status eq 'failed')";
    const seen = async () => [
      await originsOf(""),
      (await get(`${history()}/$count`)).text,
      (await get(failed)).status,
      (await get(expanded)).json["passwordHistory@odata.count"],
      (await get(having)).json.value.length,
      await originsOf("?$filter=status eq 'failed'"),
    ];
    const without = [["C", "U"], "2", 404, 2, 0, []];
    expect(await seen()).toEqual(without);
    expect((await show(true)).status).toBe(204);
    expect(await seen()).toEqual([["C", "failed", "U"], "3", 200, 3, 1, ["failed"]]);
    expect((await get(failed)).json).toMatchObject({ refusal: "It is too short.", parentKey: keys[0] });
    expect((await show(null)).status).toBe(204);
    expect(await seen()).toEqual(without);
  });

  it("is for superusers, and only read", async () => {
    for (const path of [history(), `${history()}(${keys[0]})`]) {
      expect((await get(path, "ada")).status).toBe(403);
      for (const [method, call] of [
        ["PATCH", { body: {} }],
        ["DELETE", {}],
      ] as const)
        expect((await api.send(method, path, { as: "root", ...call })).status).toBe(405);
    }
    expect((await get(`/v2/managedAccounts(${api.context.ids.guid()})/passwordHistory`)).status).toBe(404);
  });
});

// Domain 5: what cannot be verified says so in every answer.
it("says of a managed account whether its password counts without its target's word, at every address", async () => {
  const addresses = [`managedAccounts(${account})`, "managedAccounts", "managedSystemPolicies('P')/managedAccounts"];
  const said = () =>
    Promise.all(
      addresses.map(async (path) => {
        const { json } = await get(`/v2/${path}`);
        return (json.value?.[0] ?? json).confirmWithoutVerify;
      }),
    );
  expect(await said()).toEqual([false, false, false]);
  await api.store.transaction(() => api.store.save("managedSystemPolicies", { id: "P", confirmWithoutVerify: true }));
  expect(await said()).toEqual([true, true, true]);
  expect((await get(`/v2/managedAccounts(${account})?$select=key`)).json).not.toHaveProperty("confirmWithoutVerify");
});

it("says of a managed system whether any of its policies lets passwords count so", async () => {
  const { store, ids } = api.context;
  await store.transaction(async () => {
    const [system] = await store.select("managedSystems");
    for (const id of ["P", "Q"]) {
      const told = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
      const policy = { id, mode: "push", managedByNode: "node1", confirmWithoutVerify: false, ...told } as const;
      await store.save("managedSystemPolicies", policy);
      const managedSystemKey = system?.key ?? "";
      await store.add("managedSystemBindings", { key: ids.guid(), policyId: id, managedSystemKey });
    }
  });
  const said = async (options = "") =>
    (await get(`/v2/managedSystemPolicies('P')/managedSystems${options}`)).json.value;
  expect(await said()).toMatchObject([{ id: "T1", confirmWithoutVerify: false }]);
  await store.transaction(() => store.save("managedSystemPolicies", { id: "Q", confirmWithoutVerify: true }));
  expect(await said()).toMatchObject([{ id: "T1", confirmWithoutVerify: true }]);
  expect(await said("?$select=confirmWithoutVerify")).toMatchObject([{ confirmWithoutVerify: true }]);
  const { json } = await get("/v2/managedSystemPolicies('P')?$expand=managedSystems($select=id,confirmWithoutVerify)");
  expect(json.managedSystems).toMatchObject([{ id: "T1", confirmWithoutVerify: true }]);
  expect((await said("?$select=id"))[0]).not.toHaveProperty("confirmWithoutVerify");
});
