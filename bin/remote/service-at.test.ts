import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { defaultChains } from "#domain/chains/default-chains.ts";
import { addChain, setChain } from "#operations/chains/change-chains.ts";
import { listChains, listChainVersions, showChain } from "#operations/chains/read-chains.ts";
import { grantCheckoutRight } from "#operations/checkouts/change-rights.ts";
import { listCheckoutRights, listListedCommands, showCheckoutPhases } from "#operations/checkouts/read-checkouts.ts";
import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { addClient, removeClient, rotateClientSecret, updateClient } from "#operations/clients/change-clients.ts";
import { listClients, readClient } from "#operations/clients/read-clients.ts";
import { listLockedUsers, unlockUser } from "#operations/identity/unlock-user.ts";
import { addImportRule, listImportRules } from "#operations/import-rules/change-import-rules.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { type RunOperation, runFor } from "#operations/kernel/run-operation.ts";
import { askForManagedAccounts, randomizeManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";
import { addDependant, removeDependant } from "#operations/managed-accounts/change-dependants.ts";
import { addManagedAccount, disableManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { addManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { listDependants } from "#operations/managed-accounts/read-dependants.ts";
import {
  findManagedAccount,
  listManagedAccounts,
  listManagedSystemPolicies,
  listManagedSystems,
  showManagedSystem,
  showManagedSystemPolicy,
} from "#operations/managed-accounts/read-managed-accounts.ts";
import { listPasswordSenders } from "#operations/password-senders/list-password-senders.ts";
import { listPolicies, listPolicyVersions, showPolicy } from "#operations/policies/read-policies.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { listRuns, showRun } from "#operations/runs/read-runs.ts";
import { listSamlProviders } from "#operations/saml/read-saml-providers.ts";
import { updateSetting } from "#operations/settings/update-setting.ts";
import { listTicketSystems } from "#operations/ticket-systems/read-ticket-systems.ts";
import { addMember } from "#operations/user-classes/change-members.ts";
import { addUserClass } from "#operations/user-classes/change-user-classes.ts";
import { findMember, listUserClasses, showUserClass } from "#operations/user-classes/read-user-classes.ts";
import { createUser } from "#operations/users/change-users.ts";
import { findUser } from "#operations/users/find-user.ts";
import { trialImport } from "#operations/users/import-people.ts";
import { issuePasswordLink } from "#operations/users/issue-password-link.ts";
import { addWebhook, rotateWebhookSecret } from "#operations/webhooks/change-webhooks.ts";
import { listDeliveries, listWebhooks } from "#operations/webhooks/read-webhooks.ts";
import { openTestApi, testPublicAddress, type TestApi } from "#test/support/api.ts";
import { saveProxy } from "#test/support/organisation.ts";

import type { CliError } from "../cli-error.ts";
import { type RemoteService, serviceAt } from "./service-at.ts";

const doors = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];
let api: TestApi;
let there: RemoteService;
let here: RunOperation;

const signedIn = (user: string) => serviceAt(api.address, { user, password: new Secret(`password-of-${user}`) });

beforeAll(async () => {
  api = await openTestApi({ settings: { webhookAllowedNetworks: ["127.0.0.0/8"] } });
  await api.addUser("boss", { superuser: true, classes: doors });
  await api.addUser("ada", { displayName: "Ada", classes: [...doors.slice(0, 1), "_HELP_DESK_"] });
  const { store, context } = api;
  await store.transaction(async () => {
    await saveProxy(context, "local");
    await store.save("targetSystems", { id: "T1", type: "fault", description: "", address: {}, proxyServers: [] });
    for (const name of ["root", "backup"]) {
      const names = { stableId: `s-${name}`, longId: `cn=${name}`, shortId: name, displayId: name };
      await store.add("accounts", { key: context.ids.guid(), targetSystemKey: "T1", ...names });
    }
    const provider = {
      entryPoint: "https://idp.example/sso",
      issuer: "urn:idp",
      certificates: ["PEM"],
      signatureAlgorithms: ["rsa-sha256"],
    } as const;
    await store.add("samlProviders", { id: "corp", ...provider });
    await store.add("ticketSystems", { id: "DESK", plugin: "desk.mjs", secret: "sealed", createdAt: 1_000 });
  });
  here = runFor(context, engineCaller("cli", "test"));
  there = await signedIn("boss");
});
afterAll(async () => {
  await there.close();
  await api.close();
});

/** Columns of rows that no interface shows. */
const inner = new Set(["accountKeys", "doubts", "triedAt", "version"]);

/** Expects the same result there and here, except for columns that no interface shows; the remote one may have more. */
async function alike<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: object = {},
): Promise<void> {
  expect({ read: await there.call(operation, input) }, operation.name).toMatchObject({
    read: shown(await here(operation, input)),
  });
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  const told = Object.entries(value).filter(([name]) => !inner.has(name));
  return Object.fromEntries(told.map(([name, part]) => [name, shown(part)]));
}

const failing = async (call: Promise<unknown>) =>
  call.then(
    () => ({ exitCode: 0, message: "" }),
    ({ exitCode, message }: CliError) => ({ exitCode, message }),
  );

test("people and their classes are changed and read there as here", async () => {
  const { key } = await there.call(createUser, { id: "zed", displayName: "Zed", managerKey: undefined });
  expect(await api.store.get("users", key)).toMatchObject({ id: "zed", displayName: "Zed" });
  const { link, expiresAt } = await there.call(issuePasswordLink, { key });
  expect(link.use((text) => text)).toMatch(/^https:\/\/gatehouse\.example\/identity\/connect\/password\?link=/);
  expect(expiresAt).toBeGreaterThan(Date.now());
  expect(await there.call(trialImport, { text: "id,displayName\nzed,Zed Z\nx y,\n" })).toEqual({
    written: false,
    people: [
      {
        line: 2,
        id: "zed",
        key,
        does: "change",
        changes: { displayName: "Zed Z" },
      },
    ],
    faults: [
      {
        line: 3,
        column: "id",
        message: expect.stringContaining("must not contain blanks") as string,
      },
    ],
  });
  await alike(findUser, { id: "zed" });
  expect(await failing(there.call(findUser, { id: "no'body" }))).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining("No user has the id 'no'body'") as string,
  });
  await there.call(addUserClass, { id: "IT", description: "IT", condition: undefined });
  expect(await there.call(findMember, { id: "IT", userId: "zed" })).toEqual({ userKey: key, key: null });
  await there.call(addMember, { userClassId: "IT", userKey: key });
  await alike(findMember, { id: "IT", userId: "zed" });
  await alike(listUserClasses);
  await alike(showUserClass, { id: "IT" });
  await api.store.transaction(() => api.store.save("users", { key, locked: true, lockedBy: "administrator" }));
  await alike(listLockedUsers, { after: "", limit: 10 });
  expect(await there.call(unlockUser, { id: "zed" })).toMatchObject({ unlocked: true });
  expect(await there.call(unlockUser, { id: "zed" })).toMatchObject({ unlocked: false });
  expect(await there.call(listLockedUsers, { after: "", limit: 10 })).toEqual([]);
});

test("clients and webhooks are, and their secrets come out as secrets", async () => {
  const grants = ["authorization_code"];
  const given = { grants, redirectUris: ["https://portal.example/in"], userId: undefined };
  const added = await there.call(addClient, { id: "portal", isPublic: false, displayName: "The portal", ...given });
  expect([added.id, String(added.secret)]).toEqual(["portal", "[secret]"]);
  expect(added.secret?.use((text) => text)).toMatch(/^[\w-]{43}$/);
  expect((await there.call(addClient, { id: "app", isPublic: true, ...given })).secret).toBeNull();
  const { secret } = await there.call(rotateClientSecret, { key: "portal" });
  expect(secret?.use((text) => text)).not.toBe(added.secret?.use((text) => text));
  await there.call(updateClient, { key: "portal", displayName: "Portal", enabled: undefined });
  await alike(listClients);
  await alike(readClient, { id: "portal" });
  await removeClient(there.call, "app");
  expect(await api.store.get("clients", "app")).toBeUndefined();

  const hook = await there.call(addWebhook, {
    url: "http://127.0.0.1:9/x",
    description: undefined,
    eventTypes: undefined,
  });
  expect(hook.secret).toBeInstanceOf(Secret);
  const { previousSecretUntil } = await there.call(rotateWebhookSecret, { key: hook.key, overlapHours: undefined });
  expect(previousSecretUntil).toBe((await api.store.get("webhooks", hook.key))?.previousSecretUntil);
  const listed = await there.call(listWebhooks, {});
  expect(listed).toMatchObject([{ key: hook.key, url: "http://127.0.0.1:9/x", waiting: 0, previousSecretUntil }]);
  await alike(listDeliveries, { key: hook.key, state: "dead", limit: 5 });
});

test("policies, chains, import rules and settings are", async () => {
  const key = "users_get_list";
  const expression = "IsSuperuser() || '_HELP_DESK_' in principal.classes";
  const set = await there.call(setPolicy, { key, expression, enabled: true, comment: "CR-17" });
  expect(set).toMatchObject({ name: key, number: 1, expression, enabled: true });
  await alike(listPolicies);
  await alike(showPolicy, { name: key });
  await alike(listPolicyVersions, { name: key });
  expect(await there.call(resetPolicy, { key })).toMatchObject({ name: key, number: 2, after: null });

  const [chain] = defaultChains;
  const stored = { ...chain, name: "own", description: "own", position: 50, selectors: [] };
  const first = await there.call(addChain, { name: "own", stored, enabled: false, force: false });
  expect(first).toMatchObject({ name: "own", number: 1, enabled: false, warnings: expect.any(Array) as unknown[] });
  expect(await there.call(setChain, { key: "own", stored, enabled: false, force: false })).toMatchObject({ number: 2 });
  await alike(listChains);
  await alike(showChain, { key: "own" });
  await alike(listChainVersions, { key: "own" });

  for (const sequence of [20, 10]) {
    const rule = { objectType: "managedSystem", sequence, condition: "true", action: "bind", policyId: "DEFAULT" };
    await there.call(addImportRule, { ...rule, enabled: false, description: undefined });
  }
  await alike(listImportRules);
  await alike(listSamlProviders);
  await alike(listTicketSystems);
  await alike(listPasswordSenders);
  expect(await there.call(updateSetting, { key: "LOCKOUT_DURATION", value: 60 })).toMatchObject({
    value: 60,
    origin: "stored",
  });
  expect(await there.publicAddress()).toBe(testPublicAddress);
});

test("privileged passwords are, by the library where REST has no route", async () => {
  const policy = { id: "P", description: "P", mode: "push", changeIntervalHours: 24, managedByNode: undefined };
  await there.call(addManagedSystemPolicy, policy);
  const system = await there.call(addManagedSystem, { targetSystemKey: "T1", policyId: "P", id: undefined });
  expect(system).toMatchObject({ id: "T1", mode: "push" });
  const { accountKey, managed } = await there.call(findManagedAccount, { target: "T1", name: "cn=root" });
  expect(managed).toBeNull();
  const placed = await there.call(addManagedAccount, { accountKey, policyId: "P" });
  expect(placed.nextRandomized).toBe((await api.store.get("managedAccounts", placed.key))?.nextRandomized);
  const backup = await there.call(findManagedAccount, { target: "T1", name: "backup" });
  const dependant = { managedAccountKey: placed.key, accountKey: backup.accountKey, plugin: undefined };
  const { key: dependantKey } = await here(addDependant, dependant);
  const ofAccount = { managedAccountKey: placed.key, failing: false };
  expect(await there.call(listDependants, ofAccount)).toEqual([{ key: dependantKey, place: 1 }]);
  await there.call(removeDependant, { key: dependantKey });
  expect(await there.call(listDependants, ofAccount)).toEqual([]);
  await there.call(disableManagedAccount, { key: placed.key, reason: "audit" });
  await there.call(grantCheckoutRight, { key: "P", right: "ask", userClassId: "_HELP_DESK_" });
  await there.call(setCheckoutPhases, {
    key: "P",
    authorizationPhases: [{ sequence: 1, rule: "any(1, class('_HELP_DESK_'))" }],
  });
  const run = await there.call(randomizeManagedSystemPolicy, { key: "P", confirm: true });

  await alike(findManagedAccount, { target: "T1", name: accountKey });
  await alike(listManagedAccounts, { policyId: "P", status: "U", limit: 5 });
  await alike(listManagedSystems);
  await alike(showManagedSystem, { id: "T1" });
  await alike(listManagedSystemPolicies);
  await alike(showManagedSystemPolicy, { id: "P" });
  await alike(listCheckoutRights, { id: "P" });
  await alike(listListedCommands, { id: "P" });
  expect(await there.call(showCheckoutPhases, { id: "P" })).toMatchObject([
    { sequence: 1, rule: "any(1, class('_HELP_DESK_'))" },
  ]);
  await alike(showRun, { key: run.key });
  await alike(listRuns, { limit: 5 });
  expect(await failing(there.call(askForManagedAccounts, { kind: "verify", accountKeys: null }))).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("without --url") as string,
  });
});

test("somebody without the right is refused in the words of the service, and so is who may not call the library", async () => {
  const ada = await signedIn("ada");
  expect(await failing(ada.call(createUser, { id: "new" }))).toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^FORBIDDEN: /) as string,
  });
  const policy = { id: "Q", description: "Q", mode: "push" };
  expect(await failing(ada.call(addManagedSystemPolicy, policy))).toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^IDAPI_LOGIN_FAILED: .*_EXPLICIT_API_USERS_/) as string,
  });
  await ada.close();
  const token = new Secret(await api.tokenOf("boss"));
  const holder = await serviceAt(api.address, { token });
  expect(await holder.call(findUser, { id: "boss" })).toEqual({ key: expect.any(String) as string });
  expect(await failing(holder.call(addManagedSystemPolicy, policy))).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("takes no access token") as string,
  });
  const nobody = await serviceAt("http://127.0.0.1:1", { token });
  expect(await failing(nobody.call(findUser, { id: "boss" }))).toMatchObject({ exitCode: 3 });
});
