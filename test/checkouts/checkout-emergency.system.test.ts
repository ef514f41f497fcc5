import { afterAll, beforeAll, expect, test } from "vitest";

import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";

import { type Cluster, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { manageDirectory } from "../support/manage-directory.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { startVaultDirectory, type VaultAccount, type VaultDirectory } from "../support/vault-directory.ts";

const password = "a-password-for-this-test";
const system = "DIRECTORY";
const rights: readonly (readonly [string, CheckoutRight, readonly ("ada" | "bob" | "olga")[]])[] = [
  ["FIREFIGHTERS", "breakGlass", ["ada", "bob"]],
  ["OWNERS", "manage", ["olga"]],
];

let temporal: TestTemporal;
let cluster: Cluster;
let vaulted: VaultDirectory;
let rest: RestClient;
let people: Readonly<Record<"ada" | "bob" | "olga", RestUser>>;
let account: VaultAccount;
let key: string;

beforeAll(async () => {
  [vaulted, temporal] = await Promise.all([startVaultDirectory(1), startTestTemporal()]);
  cluster = await startCluster(temporal.address);
  const { context } = cluster.service;
  const { store } = context;
  const keys = await addPeople(context, ["ada", "bob", "olga"], password);
  const { directory, accounts } = vaulted;
  account = accounts[0] as VaultAccount;
  const managed = await manageDirectory(context, { id: system, directory, accounts, imported: true });
  key = managed.get(account.name) ?? "";
  await store.transaction(async () => {
    await store.save("managedSystemPolicies", { id: system, disclosurePlugins: ["display"] });
    for (const [userClassId, right, members] of rights) {
      await store.save("userClasses", { id: userClassId, description: userClassId });
      const given = { key: context.ids.guid(), policyId: system, right, userClassId };
      await store.add("checkoutRights", { ...given, grantedAt: 0 });
      for (const id of members)
        await store.save("userClassMembers", { key: context.ids.guid(), userClassId, userKey: keys[id] });
    }
  });
  rest = createRestClient(cluster.address);
  const [ada, bob, olga] = await Promise.all(["ada", "bob", "olga"].map((id) => rest.signIn(id, password)));
  people = { ada, bob, olga } as typeof people;
});

afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await temporal?.stop();
  await vaulted?.stop();
});

const vouch = async (who: RestUser) => {
  const answer = await who.post(`/v2/managedAccounts(${key})/vouch`, { purpose: "breakGlass" });
  return (answer.body as { code: string }).code;
};
const take = (who: RestUser, code?: string) =>
  who.post("/v2/checkouts", { managedAccountKey: key, reason: "the directory is down", ...(code && { code }) });
const opens = async () => (await vaulted.facts()).get(account.name)?.opens(account.password);
const codeOf = ({ body }: { readonly body: unknown }) => (body as { error?: { code: string } }).error?.code;

test("an emergency is served with the engine stopped, tells everybody who answers for it, and is changed and reviewed after its return", async () => {
  const { ada, bob, olga } = people;
  const { store } = cluster.service.context;
  await temporal.interrupt();
  expect(codeOf(await take(ada))).toBe("VOUCHING_MISSING");
  expect(codeOf(await take(ada, await vouch(ada)))).toBe("VOUCHING_INVALID");
  const code = await vouch(bob);
  const taken = await take(ada, code);
  expect([taken.status, taken.body]).toMatchObject([201, { status: "checkedOut", breakGlass: true }]);
  const checkout = `/v2/checkouts(${(taken.body as { key: string }).key})`;
  const { body } = await ada.post(`${checkout}/disclose`, {});
  const shown = await ada.post(`${checkout}/reveal`, { token: (body as { token: string }).token });
  const given = (shown.body as { passwords: { content: string }[] }).passwords.map(({ content }) => content);
  expect(given).toEqual([account.password]);
  expect(await opens()).toBe(true);

  const told = await olga.get("/v2/notices?$filter=kind eq 'emergency'");
  expect(told.body).toMatchObject({ value: [{ facts: { managedAccountKey: key } }] });
  const audited = await store.select("sesslog_full", { where: { ident: key, operation: "CHBG" } });
  expect(audited).toMatchObject([{ result: "S", message: "the directory is down" }]);

  expect((await ada.post(`${checkout}/checkIn`, {})).status).toBe(200);
  // The code was used, and the password that the first holder knows is given to no one else.
  expect(codeOf(await take(bob, code))).toBe("VOUCHING_INVALID");
  expect(codeOf(await take(bob, await vouch(ada)))).toBe("CHECKOUT_NOT_FREE");
  expect(await opens()).toBe(true);

  await temporal.resume();
  await eventually("its password is changed", async () => {
    const [row] = await store.select("checkouts");
    return row?.changedAt !== null;
  });
  expect(await opens()).toBe(false);
  for (const involved of [ada, bob])
    expect((await involved.post(`${checkout}/review`, { review: "fine" })).status).toBe(403);
  const reviewed = await olga.post(`${checkout}/review`, { review: "It was needed." });
  expect(reviewed.status).toBe(200);
  expect(codeOf(await olga.post(`${checkout}/review`, { review: "again" }))).toBe("CHECKOUT_NOT_REVIEWED");
});
