import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../api.ts";
import { letDelegateForOthers } from "../ask-for-others.ts";
import { openIdentityProvider } from "../identity-provider.ts";
import { foundOrganisation, saveProxy } from "../organisation.ts";
import { backUp, putBackSilently } from "../restores.ts";
import type { Observed } from "./bodies.ts";
import { ask, freshOnes, sendAsRoot } from "./fresh.ts";
import type { Metadata } from "./metadata.ts";
import { observe } from "./observe.ts";

const everything = [
  "addMember",
  "addOwner",
  "create",
  "delete",
  "disable",
  "enable",
  "get",
  "list",
  "removeMember",
  "removeOwner",
  "serverInfo",
  "resetPassword",
  "changePassword",
  "unlock",
  "update",
  "verify",
];

// The last one makes more approvers than the setting allows.
const authorizers = ["ada", "ben", "cy", "dee"];
const askedMax = authorizers.length - 1;

const settings = { authorizersMax: askedMax };

/** A world as it was prepared, of which every set gets a copy of its own. */
export interface PreparedWorld {
  /** Data that the service shows there, the same in each copy. */
  readonly observed: Observed;
  /** Opens a service on a copy. */
  open(): Promise<TestApi>;
}

/** Prepares the world once; a copy takes a tenth of the time of another world. */
export async function prepareWorld(metadata: Metadata): Promise<PreparedWorld> {
  const api = await openWorld();
  const { clock } = api.context;
  const observed = await observe(api, metadata);
  const backup = await backUp(api, clock);
  await api.close();
  return { observed, open: async () => openTestApi({ opened: await putBackSilently(backup, clock), settings }) };
}

/** Opens a service with something of everything: users, target systems with their objects, requests, rules, webhooks. */
async function openWorld(): Promise<TestApi> {
  const api = await openTestApi({ settings });
  const { store, ids } = api.context;
  const [root] = await store.select("users", { where: { id: "root" } });
  const { people } = await foundOrganisation(api.context, {
    people: authorizers,
    targets: { OPEN: [], ASKED: [{ authorizers: ["ada", "ben"] }], CROWDED: [{ authorizers }] },
    capabilities: everything,
  });
  const keyOf = (user: Row<"users"> | undefined) => user?.key ?? "";
  await store.transaction(async () => {
    await saveProxy(api.context, "spare", everything);
    // Nobody pauses or expels the node on which the call is made.
    await store.add("nodes", { key: ids.guid(), id: "berlin", registeredAt: 0 });
    const consent = { clientId: "portal", scopes: ["openid" as const], givenAt: 0 };
    // One for each user, so that a body that withdraws a consent is not left to chance.
    for (const user of [root, ...Object.values(people)])
      await store.save("consents", { key: ids.guid(), userKey: keyOf(user), ...consent });
    // The manager of the approver root approves nothing.
    await store.save("users", { key: keyOf(root), managerKey: keyOf(people["cy"]) });
    const [phase] = await store.select("authorizationPhases", { where: { resourceKey: "ASKED" } });
    const deciders = [root, people["ada"], people["ben"]].map((one) => `user('${keyOf(one)}')`);
    await store.save("authorizationPhases", { key: phase?.key ?? "", rule: `any(2, ${deciders.join(", ")})` });
    for (const [index, targetSystemKey] of ["OPEN", "ASKED", "OPEN"].entries()) {
      const own = { targetSystemKey, stableId: `${index}`, longId: `name ${index}`, shortId: `name${index}` };
      const userKey = [root?.key, people["ada"]?.key, null][index] ?? null;
      const account = await store.save("accounts", { key: ids.guid(), ...own, displayId: "Name", userKey });
      await store.save("groups", { key: ids.guid(), ...own, displayId: "Name", managed: true });
      await store.save("accountAttributes", {
        key: ids.guid(),
        accountKey: account.key,
        name: "mail",
        sequence: 0,
        value: "a@example.test",
      });
    }
  });
  await letDelegateForOthers(api.context);
  const asked = { listSchedule: "30 2 * * *", helpUrl: "https://help.example/targets", allowClaimAccounts: true };
  for (const id of ["OPEN", "ASKED"]) await sendAsRoot(api, "PATCH", `/v2/targetSystems('${id}')`, asked);
  await sendAsRoot(api, "POST", "/v2/targetSystems('OPEN')/credentials", {
    administratorId: "admin",
    password: "first",
  });
  await sendAsRoot(api, "POST", "/v2/importRules", {
    objectType: "managedAccount",
    sequence: 1,
    condition: "true",
    action: "unbind",
  });
  const { certificate } = await openIdentityProvider();
  const issuer = { issuer: "https://corp.example/saml", entryPoint: "https://corp.example/sso" };
  await sendAsRoot(api, "POST", "/v2/samlProviders", { id: "corp", ...issuer, certificates: [certificate] });
  const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
  const selectors = [{ expression: "client", match: "equal", value: "intranet" }];
  const stored = { selectors, first: "password", steps: { password } };
  await sendAsRoot(api, "POST", "/v2/authChains", { name: "intranet", stored });
  await sendAsRoot(api, "POST", "/v2/webhooks", { url: "https://portal.example/events" });
  for (const recipient of [root, people["ada"]]) await ask(api, keyOf(recipient), "ASKED");
  for (const fresh of Object.values(freshOnes)) await fresh(api);
  return api;
}
