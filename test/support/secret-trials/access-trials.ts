import type { DiscoveryState } from "#domain/discovery/discovery.ts";
import type { NoticeKind } from "#domain/notices/notice-kinds.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import { grantCheckoutRight } from "#operations/checkouts/change-rights.ts";
import { associateDiscovery } from "#operations/discovery/engine/associate.ts";
import { applyImportRules } from "#operations/import-rules/apply-import-rules.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addManagedAccount, moveManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { giveSampleRoles } from "#operations/sample/give-roles.ts";
import { loadSample } from "#operations/sample/load.ts";
import { createSuperuser } from "#operations/setup/create-superuser.ts";
import { keepMembers } from "#operations/user-classes/keep-members.ts";

import { addTwin } from "../add-twin.ts";
import { openIdentityProvider } from "../identity-provider.ts";
import { met, type SecretTrial, type TrialRoom } from "./trial-room.ts";

const right = "preApproved";

/** Adds a user class with the permission to get passwords, and without members. */
async function trustedClass(room: TrialRoom): Promise<string> {
  const [{ policyId }, id] = [await room.managed("T1"), room.fresh("TRUSTED")];
  await room.store.transaction(async () => {
    await room.store.add("userClasses", { id, description: id });
    const row = { key: room.context.ids.guid(), policyId, right, userClassId: id, grantedAt: 0 } as const;
    await room.store.add("checkoutRights", row);
  });
  return id;
}

/** Reports whether a call sends the other superuser a notice of a kind. */
async function tells(room: TrialRoom, kind: NoticeKind, call: () => Promise<unknown>): Promise<boolean> {
  const [second] = await room.store.select("users", { where: { id: "second" } });
  const count = () => room.store.count("notices", { kind, userKey: second?.key ?? "" });
  const before = await count();
  await call();
  return (await count()) > before;
}

const outside =
  <I, O, P>(operation: Operation<I, O, P>, input: object): SecretTrial =>
  async (room) =>
    met({ outside: (await room.run(operation, input)).code === "FORBIDDEN" });

/**
 * Puts an account under management, and binds its managed system to a second policy too. Returns this policy and a function that reports
 * whether the move was announced.
 */
async function movable(room: TrialRoom) {
  const { store, context } = room;
  const [{ key }, to] = [await room.managed("T1"), room.fresh("POLICY")];
  const account = await store.get("managedAccounts", key);
  const managedSystemKey = account?.managedSystemKey ?? "";
  const system = {
    key: managedSystemKey,
    id: room.fresh("SYSTEM"),
    description: "",
    type: "fault",
    mode: "push",
  } as const;
  await room.run(addManagedSystemPolicy, { id: to, description: to, mode: "push" });
  await store.transaction(async () => {
    if (!(await store.get("managedSystems", managedSystemKey)))
      await store.add("managedSystems", { ...system, targetSystemKey: "T1" });
    await store.add("managedSystemBindings", { key: context.ids.guid(), policyId: to, managedSystemKey });
  });
  return { key, accountKey: account?.accountKey ?? "", to, isTold: () => room.wasTold("accountsMoved", to) };
}

/** Brings every account under a policy by an import rule. */
const byRule =
  (carryOut: (room: TrialRoom) => Promise<unknown>): SecretTrial =>
  async (room) => {
    const { to, isTold } = await movable(room);
    const rule = { objectType: "managedAccount", sequence: 1, condition: "true", action: "bind", policyId: to };
    const { key } = (await room.post("root", "importRules", rule)).json;
    await carryOut(room);
    await room.call("DELETE", `/v2/importRules(${key})`, "root");
    return met({ told: await isTold() });
  };

/** Returns the input for an identity provider of a trial. */
async function identityProvider(id: string): Promise<object> {
  const { certificate } = await openIdentityProvider();
  const addresses = { issuer: `https://${id}.example/saml`, entryPoint: `https://${id}.example/sso` };
  return { id, ...addresses, certificates: [certificate] };
}

/** Trials of the ways to permissions for privileged passwords. */
export const accessTrials: Readonly<Record<string, SecretTrial>> = {
  async "managedSystemPolicies.grantRight managedPassword"(room) {
    const { policyId } = await room.managed("T1");
    const userClassId = await trustedClass(room);
    await room.post("root", `userClasses('${userClassId}')/members`, { userKey: room.keyOf("carl") });
    const grant = () => room.run(grantCheckoutRight, { key: policyId, right, userClassId });
    return met({ told: await tells(room, "rightGiven", grant) });
  },
  async "userClasses.addMember managedPassword"(room) {
    const id = await trustedClass(room);
    const enter = () => room.post("root", `userClasses('${id}')/members`, { userKey: room.keyOf("carl") });
    return met({ told: await tells(room, "rightGiven", enter) });
  },
  async "managedAccounts.add managedPassword"(room) {
    const { key, accountKey, to, isTold } = await movable(room);
    await room.run(moveManagedAccount, { key, policyId: historicalPolicyId });
    await room.run(addManagedAccount, { accountKey, policyId: to });
    return met({ told: await isTold() });
  },
  async "managedAccounts.move managedPassword"(room) {
    const { key, to, isTold } = await movable(room);
    await room.run(moveManagedAccount, { key, policyId: to });
    return met({ told: await isTold() });
  },
  "importRules.apply managedPassword": byRule(({ context }) =>
    invoke(applyImportRules, context, engineCaller("psupdate", "test"), {}),
  ),
  "discovery.associate managedPassword": byRule(async (room) => {
    const { store, context } = room;
    const { key } = (await room.post("root", "targetSystems('T1')/discover")).json;
    const row = await store.get("requestOperations", key);
    const discovery = { ...row?.discovery, phase: "associating" } as DiscoveryState;
    await store.transaction(async () => void (await store.save("requestOperations", { key, discovery })));
    await invoke(associateDiscovery, context, engineCaller("psupdate", key), { key });
  }),
  async "samlProviders.add managedPassword"(room) {
    const provider = { ...(await identityProvider("partner")), superusers: true };
    await room.allow("samlproviders_post_create");
    const refused = await room.post("carl", "samlProviders", provider);
    const { status } = await room.post("root", "samlProviders", provider);
    return met({
      needsRight: refused.status === 403 && status === 201,
      told: await room.wasTold("identityProvider", "partner"),
    });
  },
  async "samlProviders.update managedPassword"(room) {
    const path = "samlProviders('staff')";
    await room.allow("samlproviders_get", "samlproviders_post_create", "samlproviders_patch_update");
    await room.post("carl", "samlProviders", await identityProvider("staff"));
    const told = await tells(room, "secretWay", () => room.change("carl", path, { userAttribute: "mail" }));
    const raised = await room.change("carl", path, { superusers: true });
    await room.change("root", path, { superusers: true });
    const taken = await room.change("carl", path, { issuer: "https://mine.example/saml" });
    const lowered = await room.change("carl", path, { superusers: false });
    const led = await room.change("carl", path, { entryPoint: "https://mine.example/sso" });
    return met({ needsRight: [raised, taken, lowered, led].every(({ status }) => status === 403), told });
  },
  async "userClasses.add managedPassword"(room) {
    const [{ policyId }, id] = [await room.managed("T1"), room.fresh("CLASS")];
    const add = () => room.post("root", "userClasses", { id, description: id, condition: "id eq 'carl'" });
    const isTold = await tells(room, "rightGiven", async () => {
      await add();
      // A new class has no permission; a notice follows when it gets one.
      await room.run(grantCheckoutRight, { key: policyId, right, userClassId: id });
    });
    return met({ told: isTold });
  },
  async "userClasses.update managedPassword"(room) {
    const id = await trustedClass(room);
    const choose = () => room.change("root", `userClasses('${id}')`, { condition: "id eq 'carl'" });
    return met({ told: await tells(room, "rightGiven", choose) });
  },
  async "userClasses.keepMembers managedPassword"(room) {
    const id = await trustedClass(room);
    await room.change("root", `userClasses('${id}')`, { condition: "displayName eq 'Chosen'" });
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("carl"), displayName: "Chosen" }));
    const keep = () => invoke(keepMembers, room.context, engineCaller("idwfm", "keeper"), { id });
    return met({ told: await tells(room, "rightGiven", keep) });
  },
  async "users.mergeTwin managedPassword"(room) {
    const id = await trustedClass(room);
    const twin = await addTwin(room.context, { id: "carl", displayName: "Another Carl" });
    await room.post("root", `userClasses('${id}')/members`, { userKey: twin });
    const merge = () => room.post("root", `users(${twin})/mergeTwin`);
    return met({ told: await tells(room, "rightGiven", merge) });
  },
  async "users.issuePasswordLink managedPassword"(room) {
    const id = await trustedClass(room);
    await room.post("root", `userClasses('${id}')/members`, { userKey: room.keyOf("carl") });
    const issue = () => room.post("root", `users(${room.keyOf("carl")})/issuePasswordLink`);
    return met({ told: await tells(room, "holderPassword", issue) });
  },
  "setup.createSuperuser managedPassword": outside(createSuperuser, { id: "mine" }),
  "sample.load managedPassword": outside(loadSample, { most: 1 }),
  "sample.giveRoles managedPassword": outside(giveSampleRoles, {}),
};
