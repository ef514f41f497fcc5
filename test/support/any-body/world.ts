import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../api.ts";
import { letDelegateForOthers } from "../ask-for-others.ts";
import { foundOrganisation, saveProxy } from "../organisation.ts";

const everything = [
  ...["addMember", "addOwner", "create", "delete", "disable", "enable", "get", "list", "removeMember", "removeOwner"],
  ...["serverInfo", "resetPassword", "changePassword", "unlock", "update", "verify"],
];

const delegations = 5;

type People = Readonly<Record<string, Row<"users"> | undefined>>;

/** Above the one who decides is somebody who does not, and others delegate to that one. */
async function saveDelegations({ context: { store, ids } }: TestApi, { root, ada, cy }: People): Promise<void> {
  const keyOf = (user: Row<"users"> | undefined) => user?.key ?? "";
  await store.save("users", { key: keyOf(root), managerKey: keyOf(cy) });
  const delegation = { delegatorKey: keyOf(ada), delegateKey: keyOf(root), createdAt: 0, reason: "on holiday" };
  for (let count = 0; count < delegations; count += 1)
    await store.add("delegations", { ...delegation, key: ids.guid() });
}

/** A service with something of everything: people, target systems with all that they hold, requests, rules, webhooks. */
export async function openWorld(): Promise<TestApi> {
  const api = await openTestApi();
  const { store, ids } = api.context;
  const [root] = await store.select("users", { where: { id: "root" } });
  const { people } = await foundOrganisation(api.context, {
    people: ["ada", "ben", "cy"],
    targets: { OPEN: [], ASKED: [{ authorizers: ["ada", "ben"] }] },
    capabilities: everything,
  });
  await store.transaction(async () => {
    await saveProxy(api.context, "spare", everything);
    await saveDelegations(api, { root, ...people });
    const [phase] = await store.select("authorizationPhases", {});
    const deciders = [root, people["ada"], people["ben"]].map((one) => `user('${one?.key}')`);
    await store.save("authorizationPhases", { key: phase?.key ?? "", rule: `any(2, ${deciders.join(", ")})` });
    for (const [index, targetSystemKey] of ["OPEN", "ASKED", "OPEN"].entries()) {
      const own = { targetSystemKey, stableId: `${index}`, longId: `name ${index}`, shortId: `name${index}` };
      const userKey = [root?.key, people["ada"]?.key, null][index] ?? null;
      const account = await store.save("accounts", { key: ids.guid(), ...own, displayId: "Name", userKey });
      await store.save("groups", { key: ids.guid(), ...own, displayId: "Name", managed: true });
      await store.save("accountAttributes", {
        ...{ key: ids.guid(), accountKey: account.key, name: "mail", sequence: 0, value: "a@example.test" },
      });
    }
  });
  await letDelegateForOthers(api.context);
  const send = async (method: string, path: string, body: object) => {
    const { status, text } = await api.send(method, path, { as: "root", body });
    if (status >= 300) throw new Error(`${path}: ${text}`);
  };
  const schedule = { listSchedule: "30 2 * * *", helpUrl: "https://help.example/targets" };
  for (const id of ["OPEN", "ASKED"]) await send("PATCH", `/v2/targetSystems('${id}')`, schedule);
  await send("POST", "/v2/targetSystems('OPEN')/credentials", { administratorId: "admin", password: "first" });
  await send("POST", "/v2/targetSystems('OPEN')/attributeDefinitions", {
    attribute: "mail",
    discoveredObjectType: "user",
  });
  await send("POST", "/v2/importRules", {
    objectType: "managedAccount",
    sequence: 1,
    condition: "true",
    action: "unbind",
  });
  await send("POST", "/v2/webhooks", { url: "https://portal.example/events" });
  const operations = [{ code: "ACUA", targetSystemKey: "ASKED", attributes: { shortId: "new" } }];
  // One who decides leaves the others something to do.
  for (const recipientKey of Array.from({ length: 5 }, (_, place) => (place < 3 ? root?.key : people["ada"]?.key)))
    await send("POST", "/v2/requests", { recipientKey, operations });
  return api;
}
