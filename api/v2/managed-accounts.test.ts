import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { removeManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { saveProxy } from "#test/support/organisation.ts";

let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
  const { store, context } = api;
  await api.addUser("ada");
  const told = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
  await store.transaction(async () => {
    await saveProxy(context, "local");
    await store.save("targetSystems", { id: "T1", type: "fault", description: "", address: {}, proxyServers: [] });
    await store.add("managedSystemPolicies", { id: "P", mode: "push", managedByNode: "node1", enabled: true, ...told });
    await store.add("managedSystems", {
      key: context.ids.guid(),
      id: "T1",
      description: "",
      type: "fault",
      mode: "push",
      targetSystemKey: "T1",
    });
    const [system] = await store.select("managedSystems");
    const names = { stableId: "root", longId: "root", shortId: "root", displayId: "root" };
    const accountKey = context.ids.guid();
    await store.add("accounts", { key: accountKey, targetSystemKey: "T1", ...names });
    const managed = { managedSystemKey: system?.key ?? "", policyId: "P", status: "U" } as const;
    await store.add("managedAccounts", { key: context.ids.guid(), accountKey, ...managed });
  });
});
afterEach(() => api.close());

describe("a managed account", () => {
  it("is randomized by an action whose run is followed, paused, resumed and stopped", async () => {
    const who = "root";
    const call = (method: string, path: string, json?: object) =>
      api.send(method, `/v2/${path}`, { as: who, ...(json && { body: json }) });
    const { json: list } = await call("GET", "managedAccounts");
    const key = list.value[0].key as string;
    const asked = await call("POST", `managedAccounts(${key})/randomize`, {});
    expect(asked).toMatchObject({ status: 202, json: { kind: "randomize", state: "queued" } });
    const run = `runs(${asked.json.key as string})`;
    expect((await call("GET", run)).json).toMatchObject({
      reason: "asked",
      requestedBy: expect.any(String),
      state: "queued",
    });
    expect((await call("GET", `${run}/progress`)).json).toMatchObject({ accounts: 0, done: 0, open: 0 });
    expect((await call("GET", `${run}/orders`)).json.value).toEqual([]);
    for (const [name, state] of [
      ["pause", "paused"],
      ["resume", "queued"],
      ["stop", "stopped"],
    ] as const)
      expect((await call("POST", `${run}/${name}`, {})).json.state).toBe(state);
    expect(await call("POST", `${run}/resume`, {})).toMatchObject({
      status: 409,
      json: { error: { code: "VAULT_RUN_OVER" } },
    });
    const verified = await call("POST", `managedAccounts(${key})/verify`, {});
    expect(verified).toMatchObject({ status: 409, json: { error: { code: "MANAGED_ACCOUNT_UNFIT" } } });
    const off = await call("POST", `managedAccounts(${key})/disable`, { reason: "the vendor works on it" });
    expect(off.json.disabledReason).toBe("the vendor works on it");
    expect((await call("POST", `managedAccounts(${key})/randomize`, {})).json.error.message).toContain(
      "enable it first",
    );
    expect((await call("POST", `managedAccounts(${key})/enable`, {})).json.disabledReason).toBeNull();
    const all = await call("POST", "managedSystemPolicies('P')/randomize", { confirm: true });
    expect(all).toMatchObject({ status: 202, json: { kind: "randomize" } });
  });

  it("is nothing that others may see or ask for", async () => {
    const who = "ada";
    const [{ key } = { key: "" }] = await api.store.select("managedAccounts");
    for (const [method, path] of [
      ["GET", "runs"],
      ["POST", `managedAccounts(${key})/randomize`],
      ["POST", "managedSystemPolicies('P')/randomize"],
    ] as const) {
      const { status } = await api.send(method, `/v2/${path}`, {
        as: who,
        ...(method === "POST" && { body: {} }),
      });
      expect([path, status]).toEqual([path, 403]);
    }
    // Callers with a right to passwords see accounts; a caller without one sees an empty list.
    expect((await api.send("GET", "/v2/managedAccounts", { as: who })).json.value).toEqual([]);
    expect(await api.store.count("runs")).toBe(0);
  });
});

it("the refusal of removing a managed target system names the ways out that there are, and one of them leads on", async () => {
  const remove = () => api.send("DELETE", "/v2/targetSystems('T1')", { as: "root" });
  const { message } = (await remove()).json.error;
  expect(message).toContain("'gatehouse managed system remove', or managedSystems.remove of the library");
  const [managed] = await api.store.select("managedAccounts");
  await api.store.transaction(() => api.store.remove("managedAccounts", managed?.key ?? ""));
  const [system] = await api.store.select("managedSystems");
  await invoke(removeManagedSystem, api.context, engineCaller("cli", "test"), { key: system?.key });
  expect((await remove()).status).toBe(204);
});
