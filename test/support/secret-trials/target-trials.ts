import { addDependant } from "#operations/managed-accounts/change-dependants.ts";
import {
  createCredential,
  replaceCredential,
  updateCredential,
} from "#operations/target-systems/change-credentials.ts";

import { met, type Ran, type SecretTrial, type TrialRoom } from "./trial-room.ts";

const elsewhere = { address: { file: "elsewhere" } };
const missing = "SECRET_RIGHT_MISSING";
const newTarget = (id: string) => ({
  id,
  type: "fault",
  description: id,
  address: { file: "none" },
  autoApprove: true,
});

async function passwordsOf({ store }: TrialRoom, targetSystemId: string): Promise<number> {
  const logins = await store.select("targetSystemCredentials", { where: { targetSystemId } });
  return logins.filter(({ password }) => password !== null).length;
}

const nothingYet =
  (count: (room: TrialRoom, id: string) => Promise<number>): SecretTrial =>
  async (room) => {
    const id = room.fresh("TARGET");
    const { status } = await room.post("root", "targetSystems", newTarget(id));
    return met({ takesAway: status === 201 && (await count(room, id)) === 0 });
  };

/** Tries to link the password of a managed account without permission to it, and again with the permission. */
const linking =
  (change: string, link: (room: TrialRoom, id: string, managedAccountKey: string) => Promise<Ran>): SecretTrial =>
  async (room) => {
    const [id, { key, policyId }] = [await room.target(), await room.managed("T1")];
    const refused = await link(room, id, key);
    await room.giveRight(policyId);
    const allowed = await link(room, id, key);
    return met({
      needsRight: refused.code === missing && allowed.code === undefined,
      told: await room.wasTold(change, id),
    });
  };

const login = (managedAccountKey: string) => ({ administratorId: "b", managedAccountKey });
async function loginOf({ store }: TrialRoom, targetSystemId: string) {
  const [first] = await store.select("targetSystemCredentials", { where: { targetSystemId } });
  return { targetSystemId, key: first?.key ?? "" };
}

/** Trials of the ways through target systems. */
export const targetTrials: Readonly<Record<string, SecretTrial>> = {
  "targetSystems.create storedLogin": nothingYet(({ store }, targetSystemId) =>
    store.count("targetSystemCredentials", { targetSystemId }),
  ),
  async "targetSystems.create managedPassword"(room) {
    const empty = await nothingYet(({ store }, targetSystemKey) => store.count("managedSystems", { targetSystemKey }))(
      room,
    );
    const id = room.fresh("SOURCE");
    await room.allow("targetsystems_post_create");
    const refused = await room.post("carl", "targetSystems", { ...newTarget(id), sourceOfProfiles: true });
    const { status } = await room.post("root", "targetSystems", { ...newTarget(id), sourceOfProfiles: true });
    const source = {
      needsRight: refused.status === 403 && status === 201,
      told: await room.wasTold("profileSource", id),
    };
    return [...empty, ...met(source)];
  },
  async "targetSystems.create typedPassword"(room) {
    const id = room.fresh("TARGET");
    await room.allow("targetsystems_post_create", "targetsystems_get");
    Object.assign(room.context.settings, { signInTarget: id });
    const refused = await room.post("carl", "targetSystems", newTarget(id));
    await room.post("root", "targetSystems", newTarget(id));
    return met({ needsRight: refused.status === 403, told: await room.wasTold("signInTarget", id) });
  },
  async "targetSystems.update storedLogin"(room) {
    const id = await room.target();
    await room.allow("targetsystems_get", "targetsystems_patch_update");
    const proxyId = room.fresh("proxy");
    await room.store.transaction(() =>
      room.store.save("proxyServers", { id: proxyId, status: "enrolled", connectors: [] }),
    );
    const proxied = await room.change("carl", `targetSystems('${id}')`, { proxyServers: ["local", proxyId] });
    await room.change("carl", `targetSystems('${id}')`, elsewhere);
    return met({
      needsRight: proxied.status === 403,
      takesAway: (await passwordsOf(room, id)) === 0,
      told: await room.wasTold("targetMoved", id),
    });
  },
  async "targetSystems.update managedPassword"(room) {
    const id = await room.target();
    const { policyId } = await room.managed(id);
    const refused = await room.change("root", `targetSystems('${id}')`, elsewhere);
    await room.giveRight(policyId);
    const { status } = await room.change("root", `targetSystems('${id}')`, elsewhere);
    await room.allow("targetsystems_get", "targetsystems_patch_update");
    const source = await room.change("carl", `targetSystems('${id}')`, { sourceOfProfiles: true });
    await room.change("root", `targetSystems('${id}')`, { sourceOfProfiles: true });
    return met({
      needsRight: refused.json.error.code === missing && status === 204 && source.status === 403,
      told: (await room.wasTold("targetMoved", id)) && (await room.wasTold("profileSource", id)),
    });
  },
  async "targetSystems.update typedPassword"(room) {
    const id = await room.target();
    await room.allow("targetsystems_get", "targetsystems_patch_update");
    Object.assign(room.context.settings, { signInTarget: id });
    const refused = await room.change("carl", `targetSystems('${id}')`, elsewhere);
    const { status } = await room.change("root", `targetSystems('${id}')`, elsewhere);
    return met({ needsRight: refused.status === 403 && status === 204, told: await room.wasTold("targetMoved", id) });
  },
  "targetSystems.createCredential managedPassword": linking("loginLinked", (room, targetSystemId, key) =>
    room.run(createCredential, { targetSystemId, ...login(key) }),
  ),
  "targetSystems.replaceCredential managedPassword": linking("loginLinked", async (room, id, key) =>
    room.run(replaceCredential, { ...(await loginOf(room, id)), ...login(key) }),
  ),
  "targetSystems.updateCredential managedPassword": linking("loginLinked", async (room, id, key) =>
    room.run(updateCredential, { ...(await loginOf(room, id)), managedAccountKey: key }),
  ),
  "managedAccountDependants.add managedPassword": linking("dependentAdded", async (room, id, key) => {
    const accountKey = room.context.ids.guid();
    const name = room.fresh("account");
    const names = { stableId: name, longId: name, shortId: name, displayId: name };
    await room.store.transaction(() => room.store.add("accounts", { key: accountKey, targetSystemKey: id, ...names }));
    return room.run(addDependant, { managedAccountKey: key, accountKey });
  }),
};
