import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { sampleRoles } from "#operations/sample/roles.ts";
import type { Row } from "#store/tables.ts";

import { giveCheckoutRight } from "../support/give-checkout-right.ts";
import { type RequestApi, openRequestApi } from "../support/request-api.ts";
import { enrolThief, secretsOf } from "../support/thieving-proxy.ts";
import { newPassword, oldPassword, openVaultOrder } from "../support/vault-room.ts";

const storedPassword = "The-Admin-PW-77";
const operators = sampleRoles.find(({ does }) => does === "runs the proxies");

let api: RequestApi;
beforeEach(async () => {
  api = await openRequestApi({
    people: ["hana", "arjun", "olga"],
    classes: { PROXY_OPERATORS: ["hana"], TARGET_OPERATORS: ["arjun"] },
    targets: { T1: [] },
  });
  await api.addUser("second", { superuser: true });
  // Permissions that the sample gives to the operators of its proxies.
  for (const name of operators?.policies ?? []) await allow(name, operators?.expression ?? "false");
  for (const name of ["targetsystems_get", "targetsystems_patch_update", "targetsystems_post_testconnection"])
    await allow(name, "IsSuperuser() || 'TARGET_OPERATORS' in principal.classes");
  const login = { administratorId: "cn=admin", password: storedPassword };
  await api.call("POST", "/v2/targetSystems('T1')/credentials", "root", login);
});
afterEach(() => api.close());

async function allow(name: string, expression: string): Promise<void> {
  const { status, text } = await api.call("PATCH", `/v2/policies('${name}')`, "root", { expression });
  expect(status, text).toBe(204);
}

const invite = (as: string, id: string, body: object = {}) =>
  api.call("POST", `/v2/proxyServers('${id}')/invite`, as, body);
const move = (as: string, body: object) => api.call("PATCH", "/v2/targetSystems('T1')", as, body);
const logins = () => api.store.select("targetSystemCredentials", { where: { targetSystemId: "T1" } });

/** Returns the notices of changed ways to secrets, with the IDs of their users. */
async function told(): Promise<readonly string[]> {
  const rows: readonly Row<"notices">[] = await api.store.select("notices", { where: { kind: "secretWay" } });
  const people = new Map((await api.store.select("users")).map(({ key, id }) => [key, id]));
  return rows
    .map(({ userKey, facts }) => {
      const { change, subjectId, changerKey } = facts;
      return `${people.get(userKey)}: ${change} ${subjectId} by ${people.get(String(changerKey))}`;
    })
    .toSorted();
}

/**
 * Returns the secrets that hana reads after enrolling by an invitation of `local`: the credentials for a request of her own, and the order
 * of a run over managed accounts.
 */
async function loot(token: unknown): Promise<readonly string[]> {
  if (typeof token !== "string") return [];
  const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
  const asked = await api.call("POST", "/v2/requests", "hana", { recipientKey: api.keyOf("hana"), operations });
  const request = { key: String(asked.json.key) };
  await api.step(request);
  const { orderKey } = await openVaultOrder(api, "T1");
  const thief = await enrolThief(api, "local", token);
  const [operation] = await api.operations(request);
  const secrets = await secretsOf(thief, [operation?.key ?? "", `vault:${orderKey}`]);
  thief.close();
  return secrets;
}

describe("who may invite proxies and no more", () => {
  test("does not become the proxy of targets: neither by replacing it nor by shutting it out first", async () => {
    const replaced = await invite("hana", "local", { replace: true });
    expect(await loot(replaced.json.token)).toEqual([]);
    expect(replaced.status).toBe(403);
    expect((await api.call("POST", "/v2/proxyServers('local')/revoke", "hana", {})).status).toBe(200);
    const again = await invite("hana", "local");
    expect(await loot(again.json.token)).toEqual([]);
    expect(again.status).toBe(403);
    expect(await told()).toEqual([]);
  });

  test("does not become the one that serves targets which name none, where it has never been there", async () => {
    await api.store.transaction(() => api.store.remove("proxyServers", "local"));
    expect((await invite("hana", "local")).status).toBe(403);
  });

  test("invites new ones, which get nothing as long as nobody gives them a target", async () => {
    const invited = await invite("hana", "branch");
    expect(invited.status).toBe(201);
    const { orderKey } = await openVaultOrder(api, "T1");
    const branch = await enrolThief(api, "branch", invited.json.token);
    await expect(secretsOf(branch, [`vault:${orderKey}`])).rejects.toMatchObject({ code: "FORBIDDEN" });
    branch.close();
    expect(await told()).toEqual([]);
  });
});

test("who may hand over what goes through a proxy replaces it, and those who answer for it are told at once and when it has enrolled", async () => {
  const { managedAccountKey } = await openVaultOrder(api, "T1");
  const { policyId = "" } = (await api.store.get("managedAccounts", managedAccountKey)) ?? {};
  await giveCheckoutRight(api, { policyId, right: "manage", userKey: api.keyOf("olga") });
  const invited = await invite("root", "local", { replace: true });
  expect(invited.status).toBe(201);
  const atOnce = ["olga: proxyInvited local by root", "second: proxyInvited local by root"];
  expect(await told()).toEqual(atOnce);
  const client = await enrolThief(api, "local", invited.json.token);
  client.close();
  expect(await told()).toEqual(
    [...atOnce, "olga: proxyEnrolled local by root", "second: proxyEnrolled local by root"].toSorted(),
  );
});

describe("who may change a target system", () => {
  test("takes no stored login to another address: it is gone, and superusers are told", async () => {
    expect((await logins()).map(({ password }) => password === null)).toEqual([false]);
    expect((await move("arjun", { address: { file: "mine" } })).status).toBe(204);
    expect((await logins()).map(({ administratorId, password }) => [administratorId, password])).toEqual([
      ["cn=admin", null],
    ]);
    const by = "targetMoved T1 by arjun";
    expect(await told()).toEqual([`root: ${by}`, `second: ${by}`]);
    const tested = await api.call("POST", "/v2/targetSystems('T1')/testConnection", "arjun", {});
    expect(tested.status).toBe(202);
    const request = { key: String(tested.json.requestKey) };
    await api.step(request);
    const [operation] = await api.operations(request);
    const [order] = await api.proxy.orders([operation?.key ?? ""]);
    expect(order?.address).toEqual({ file: "mine" });
    expect(order?.credentials.map(({ secret }) => secret.use((plain) => plain))).toEqual([""]);
  });

  test("keeps the logins where what is given is what is there, and where nothing is sent elsewhere by it", async () => {
    expect((await move("arjun", { address: { file: "none" }, type: "fault", proxyServers: [] })).status).toBe(204);
    await api.store.transaction(async () => {
      const [proxy] = await api.store.select("proxyServers", { where: { id: "local" } });
      const addressSchema = { properties: { pageSize: { sendsNothing: true } } };
      const connectors = (proxy?.connectors ?? []).map((one) => ({ ...one, addressSchema }));
      await api.store.save("proxyServers", { id: "local", connectors });
    });
    expect((await move("arjun", { address: { file: "none", pageSize: 5 } })).status).toBe(204);
    expect((await logins()).map(({ password }) => password === null)).toEqual([false]);
    expect(await told()).toEqual([]);
    expect((await move("arjun", { address: { file: "none", tls: { rejectUnauthorized: false } } })).status).toBe(204);
    expect((await logins()).map(({ password }) => password === null)).toEqual([true]);
  });

  test("has no managed password sent elsewhere without a right to it, superuser or not", async () => {
    const { orderKey } = await openVaultOrder(api, "T1");
    for (const as of ["arjun", "root"]) {
      const { status, json } = await move(as, { address: { file: "mine" } });
      const [order] = await api.proxy.orders([`vault:${orderKey}`]);
      const leaked = order?.password?.use((plain) => [newPassword, oldPassword].includes(plain));
      expect([as, leaked && JSON.stringify(order?.address).includes("mine")]).toEqual([as, false]);
      expect([as, status, json.error.code]).toEqual([as, 403, "SECRET_RIGHT_MISSING"]);
    }
    expect((await logins()).map(({ password }) => password === null)).toEqual([false]);
  });

  test("does not get around it by ending the management for a while", async () => {
    const { managedAccountKey } = await openVaultOrder(api, "T1");
    await api.store.transaction(() =>
      api.store.save("managedAccounts", { key: managedAccountKey, policyId: "HISTORICAL", nextRandomized: null }),
    );
    const { status, json } = await move("root", { address: { file: "mine" } });
    expect([status, json.error.code]).toEqual([403, "SECRET_RIGHT_MISSING"]);
  });

  test("gives it no other proxy without the policy for that", async () => {
    await api.store.transaction(() =>
      api.store.save("proxyServers", { id: "branch", status: "enrolled", connectors: [] }),
    );
    const { status } = await move("arjun", { proxyServers: ["local", "branch"] });
    expect(status).toBe(403);
    expect((await move("root", { proxyServers: ["local", "branch"] })).status).toBe(204);
    expect((await logins()).map(({ password }) => password === null)).toEqual([false]);
    expect(await told()).toEqual(["second: proxyAssigned T1 by root"]);
    expect((await move("arjun", { proxyServers: ["local"] })).status).toBe(204);
  });
});

describe("where people sign in by a target system", () => {
  test("its address, and which one it is, needs a policy of its own", async () => {
    Object.assign(api.context.settings, { signInTarget: "T1" });
    expect((await move("arjun", { address: { file: "mine" } })).status).toBe(403);
    expect((await logins()).map(({ password }) => password === null)).toEqual([false]);
    for (const name of ["settings_get", "settings_patch_update"]) await allow(name, "true");
    const choose = (as: string) => api.call("PATCH", "/v2/settings('SIGN_IN_TARGET')", as, { value: "T2" });
    expect((await choose("arjun")).status).toBe(403);
    expect((await choose("root")).status).toBe(204);
    expect(await told()).toEqual(["second: signInTarget T2 by root"]);
  });
});
