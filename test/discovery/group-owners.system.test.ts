import { Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addGroupOwner, removeGroupOwner } from "#operations/groups/change-group-owners.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import type { Journey } from "../support/journey.ts";
import { openLdapJourney } from "../support/ldap-discoveries.ts";
import { type OpenLdap, startOpenLdap } from "../support/openldap.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let directory: OpenLdap;
let journey: Journey;

const people = ["ada", "bob", "cy"] as const;
const dnOf = (uid: string) => `uid=${uid},ou=people,dc=example,dc=test`;
const staffDn = "cn=staff,ou=groups,dc=example,dc=test";
const ldif = [
  ...[...people, "stranger"].map(
    (uid) => `dn: ${dnOf(uid)}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\n`,
  ),
  `dn: ${staffDn}\nobjectClass: groupOfNames\ncn: staff\nmember: ${dnOf("ada")}\nowner: UID=Ada, ou=people,dc=example,dc=test\nowner: ${dnOf("stranger")}\n`,
].join("\n");

beforeAll(async () => {
  [temporal, directory] = await Promise.all([startTestTemporal(), startOpenLdap({ ldif })]);
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  const address = { url, baseDN, accountsDN, groupsDN };
  journey = await openLdapJourney({ temporal: temporal.address, admin, address });
  const { store } = journey;
  await store.transaction(async () => {
    await store.save("targetSystems", { id: "T1", groupOwnerAttribute: "owner" });
    const [local] = await store.select("proxyServers", { where: { id: "local" } });
    const connectors =
      local?.connectors.map((one) => ({ ...one, capabilities: ["addOwner", "removeOwner", "list"] })) ?? [];
    await store.save("proxyServers", { id: "local", connectors });
  });
});
afterAll(async () => {
  await journey?.close();
  await directory?.stop();
  await temporal?.stop();
});

const { discover, operator } = discoveriesOf(() => journey, "T1");

async function staff(): Promise<string> {
  const [group] = await journey.store.select("groups", { where: { shortId: "staff" } });
  return group?.key ?? "";
}

/** Returns the IDs of the owners of the group, by the way in which each became one. */
async function owners(): Promise<Record<string, string>> {
  const { store } = journey;
  const rows = await store.select("groupOwners", { where: { groupKey: await staff() } });
  const named = await Promise.all(rows.map(async (row) => [(await store.get("users", row.userKey))?.id, row] as const));
  return Object.fromEntries(named.map(([id, { fromTarget }]) => [id, fromTarget ? "target" : "hand"]));
}

async function changeOwners(change: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ url: directory.url });
  await client.bind(directory.admin.dn, directory.admin.password);
  await change(client);
  await client.unbind();
}

test("a discovery takes the owners of groups from the attribute that the target names, and tells whom nobody knows", async () => {
  const first = await discover();
  expect(first.discovery.owners).toEqual({ added: 1, removed: 0, problems: [expect.stringContaining(": staff.")] });
  expect(await owners()).toEqual({ ada: "target" });
  const position = await journey.store.changeLog.position();
  expect((await discover()).discovery.owners).toMatchObject({ added: 0, removed: 0 });
  const written = (await journey.store.changeLog.read(position, 1000)).map(({ table }) => table);
  expect(written).not.toContain("groupOwners");
});

test("who is named by hand stays, and whom the target names is not taken away here", async () => {
  const { context, keyOf } = journey;
  const groupKey = await staff();
  const add = (id: string) => invoke(addGroupOwner, context, operator, { groupKey, userKey: keyOf(id) });
  const remove = (id: string) => invoke(removeGroupOwner, context, operator, { groupKey, key: keyOf(id) });
  await add("bob");
  await expect(add("bob")).rejects.toMatchObject({ code: "GROUP_OWNER_EXISTS" });
  await expect(remove("ada")).rejects.toMatchObject({ code: "GROUP_OWNER_OF_TARGET" });
  await expect(remove("cy")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await discover()).discovery.owners).toMatchObject({ added: 0, removed: 0 });
  expect(await owners()).toEqual({ ada: "target", bob: "hand" });
  await add("ada");
  expect(await owners()).toEqual({ ada: "hand", bob: "hand" });
  await remove("ada");
  await remove("bob");
  expect((await discover()).discovery.owners).toMatchObject({ added: 1, removed: 0 });
  expect(await owners()).toEqual({ ada: "target" });
});

test("requests make owners in the directory and take them away, each once", async () => {
  const { store } = journey;
  const groupKey = await staff();
  await store.transaction(() => store.save("groups", { key: groupKey, managed: true }));
  const [account] = await store.select("accounts", { where: { shortId: "ada" } });
  const operation = { targetSystemKey: "T1", accountKey: account?.key, groupKey };
  const named = async () => (await directory.ldapsearch("(cn=staff)", "owner")).match(/^owner: uid=(\w+)/gim)?.length;
  expect(await named()).toBe(2);
  for (const [code, left] of [
    ["GROD", 1],
    ["GROA", 2],
    ["GROA", 2],
    ["GROD", 1],
  ] as const) {
    const request = await journey.submit([{ code, ...operation }]);
    expect((await journey.until(request, "C", "D")).status).toBe("C");
    expect((await journey.operations(request)).map(({ result, errorMessage }) => [result, errorMessage])).toEqual([
      ["S", null],
    ]);
    expect(await named()).toBe(left);
  }
  expect(await owners()).toEqual({});
});

test("owners come and go with the directory, and go when no attribute is named any more", async () => {
  const { Attribute, Change } = await import("ldapts");
  const values = [dnOf("bob"), dnOf("cy")];
  await changeOwners((client) =>
    client.modify(
      staffDn,
      new Change({ operation: "replace", modification: new Attribute({ type: "owner", values }) }),
    ),
  );
  expect((await discover()).discovery.owners).toEqual({ added: 2, removed: 0, problems: [] });
  expect(await owners()).toEqual({ bob: "target", cy: "target" });
  await changeOwners((client) => client.del(dnOf("cy")));
  expect((await discover()).discovery.owners).toMatchObject({ added: 0, removed: 1 });
  expect(await owners()).toEqual({ bob: "target" });
  const { store } = journey;
  await store.transaction(() => store.save("targetSystems", { id: "T1", groupOwnerAttribute: null }));
  expect((await discover()).discovery.owners).toEqual({ added: 0, removed: 1, problems: [] });
  expect(await owners()).toEqual({});
});
