import { Secret } from "#connectors/contract/index.ts";
import { checkoutRights } from "#domain/checkouts/checkout-rights.ts";
import { conflictName } from "#domain/replication/conflicts.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nextStep } from "#operations/requests/next-step.ts";
import { namedGuid } from "#platform/object-key.ts";
import type { Save } from "#store/tables.ts";

import type { TestApi } from "../api.ts";

/** Sends a call as `root` that must succeed; returns its answer. */
export async function sendAsRoot(api: TestApi, method: string, path: string, body: object = {}) {
  const { status, text, json } = await api.send(method, path, { as: "root", body });
  if (status >= 300) throw new Error(`${path}: ${text}`);
  return json;
}

/** Functions that add more of what actions use up, by the names of the sets. */
export const freshOnes: Readonly<Record<string, (api: TestApi) => Promise<unknown>>> = {
  requests: async (api) => {
    const recipientKey = await keyOf(api, "root");
    for (const targetSystemKey of ["ASKED", "CROWDED"]) await ask(api, recipientKey, targetSystemKey);
    await task(api);
    await sendAsRoot(api, "POST", `/v2/requests(${await task(api)})/acceptTask`, { operation: 1 });
  },
  delegations: async (api) => {
    const people = { delegatorKey: await keyOf(api, "ada"), delegateKey: await keyOf(api, "root") };
    const delegation = { ...people, key: api.context.ids.guid(), createdAt: 0, reason: "on holiday" };
    await api.store.transaction(() => api.store.add("delegations", delegation));
  },
  massResets: async (api) => {
    const userKeys = [await keyOf(api, "ada")];
    await sendAsRoot(api, "POST", "/v2/massResets", { reason: "a breach", userKeys });
    const { context, store } = api;
    const run = { kind: "massReset", reason: "asked", requestId: "call", state: "running", createdAt: 0 } as const;
    const key = context.ids.guid();
    const chosen = { chosenBy: "users", chosen: [], skipped: [], number: key, reason: "a breach" } as const;
    await store.transaction(async () => {
      await store.add("runs", { key, ...run });
      await store.add("massResets", { key, ...chosen, requestId: "call", state: "running", createdAt: 0 });
    });
  },
  passwordDeliveries: async (api) => {
    const { store, context } = api;
    const userKey = await keyOf(api, "root");
    const of = { userKey, accounts: 1, createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER };
    await store.transaction(async () => {
      for (const way of ["file", "myAccess"] as const)
        await store.add("passwordDeliveries", {
          key: context.ids.guid(),
          massResetKey: context.ids.guid(),
          way,
          ...of,
        });
    });
  },
  replicationConflicts: async ({ store, context }) => {
    const place = { table: "users", key: context.ids.guid(), column: "displayName" };
    const stamps = { keptStamp: "000000000002000000000001node1", lostStamp: "000000000001000000000001berlin" };
    const conflict = { id: namedGuid(conflictName(place)), ...place, ...stamps, lost: '"lost"', count: 1 };
    await store.transaction(() => store.add("replicationConflicts", conflict));
  },
  passwordBlocks: async (api) => {
    const block = { key: api.context.ids.guid(), userKey: await keyOf(api, "ada"), reason: "a stranger", createdAt: 0 };
    await api.store.transaction(() => api.store.add("passwordBlocks", block));
  },
  users: async ({ store, context }) => {
    const key = context.ids.guid();
    await store.transaction(() => store.save("users", { key, id: key, locked: true }));
  },
  clients: (api) =>
    sendAsRoot(api, "POST", "/v2/clients", { id: api.context.ids.guid(), grants: ["password"], firstParty: true }),
  groups: async ({ store, context }) => {
    await store.transaction(async () => {
      for (const managed of [true, false]) {
        const key = context.ids.guid();
        const names = { stableId: key, longId: "group", shortId: "group", displayId: "group" };
        await store.add("groups", { key, targetSystemKey: "OPEN", managed, ...names });
      }
    });
  },
  moveReviews: async (api) => {
    const { store, context } = api;
    const [key, grantKey] = [context.ids.guid(), context.ids.guid()];
    const userKey = await keyOf(api, "ada");
    const moved = { changes: ["department"], openedAt: 1, askedAt: 1, reviewerKey: await keyOf(api, "root") } as const;
    const access = {
      kind: "account",
      targetSystemKey: "OPEN",
      accountName: "ada",
      because: "direct",
      from: 1,
    } as const;
    await store.transaction(async () => {
      await store.add("moveReviews", { key, userKey, ...moved });
      await store.add("grants", { key: grantKey, userKey, ...access });
      await store.add("moveReviewItems", { key: context.ids.guid(), reviewKey: key, grantKey, ...access });
    });
  },
  passwordQueue: async (api) => {
    const { store, context } = api;
    const [key, accountKey, operationKey, requestKey] = Array.from({ length: 4 }, () => context.ids.guid());
    const change = { code: "PWRS", turn: 1, place: "", tries: 1, lastTriedAt: 1, queuedAt: 1 } as const;
    const of = { accountName: "ada", targetSystemKey: "OPEN", userKey: await keyOf(api, "ada"), recipientKey: "" };
    const keys = {
      key: key ?? "",
      accountKey: accountKey ?? "",
      operationKey: operationKey ?? "",
      requestKey: requestKey ?? "",
    };
    const password = store.seal(new Secret("queued"), { table: "passwordQueue", column: "password", key: keys.key });
    const expiresAt = Number.MAX_SAFE_INTEGER;
    await store.transaction(() =>
      store.add("passwordQueue", { ...keys, ...change, ...of, requesterKey: "", password, expiresAt }),
    );
  },
  passwordSenders: async ({ store, context: { ids } }) => {
    const invited = { targetSystemKey: "OPEN", name: "host", status: "invited", invitedAt: 1 } as const;
    await store.transaction(() => store.add("passwordSenders", { key: ids.guid(), ...invited }));
  },
  pluginDeliveries: async ({ store, context: { ids } }) => {
    const told = { kind: "notifier", act: "notify", facts: {}, state: "dead", tries: 3, endedAt: 1 } as const;
    const at = { dueAt: 1, nextTryAt: 1, createdAt: 1, position: 1 };
    await store.transaction(() =>
      store.add("pluginDeliveries", { key: ids.guid(), subjectKey: ids.guid(), ...told, ...at }),
    );
  },
  ticketSystems: async ({ store, context: { ids } }) => {
    const id = ids.guid();
    const secret = store.seal(new Secret("signed"), { table: "ticketSystems", column: "secret", key: id });
    await store.transaction(() => store.add("ticketSystems", { id, plugin: "desk.mjs", secret, createdAt: 1 }));
  },
  // Only a policy with a saved version can be reset.
  policies: async (api) => {
    const { json } = await api.send("GET", "/v2/policies?$filter=origin%20eq%20'default'&$top=1", { as: "root" });
    await sendAsRoot(api, "PATCH", `/v2/policies('${json.value[0].name}')`, { expression: "IsSuperuser()" });
  },
  templates: addTemplate,
  requestBatches: async (api) => {
    const key = await addTemplate(api);
    const recipientKeys = [await keyOf(api, "ada"), await keyOf(api, "root")];
    await sendAsRoot(api, "POST", `/v2/templates(${key})/request`, { recipientKeys });
  },
  operations: discoveryInDoubt,
  managedAccounts: managedAccount,
  checkouts,
  runs: async ({ store, context }) => {
    const run = { kind: "verify", reason: "asked", requestId: "call", state: "queued", createdAt: 0 } as const;
    await store.transaction(() => store.add("runs", { key: context.ids.guid(), ...run }));
  },
  roles: async (api) => {
    const add = async () => String((await sendAsRoot(api, "POST", "/v2/roles", { id: api.context.ids.guid() })).key);
    await add();
    const key = await add();
    await sendAsRoot(api, "POST", `/v2/roles(${key})/putInForce`);
    await sendAsRoot(api, "PATCH", `/v2/roles(${key})`, { draft: { deficit: "add" } });
  },
  // Of roles that nobody has, so that no request of the test violates a rule.
  sodRules: async (api) => {
    const addRole = async () => (await sendAsRoot(api, "POST", "/v2/roles", { id: api.context.ids.guid() })).key;
    const parts: object[] = [];
    for (let part = 0; part < 2; part += 1) parts.push({ items: [{ itemType: "role", itemKey: await addRole() }] });
    await sendAsRoot(api, "POST", "/v2/sodRules", { id: api.context.ids.guid(), description: "apart", parts });
  },
  accessExceptions: async (api) => {
    const { store, context } = api;
    const exception = { kind: "surplus", userKey: await keyOf(api, "ada"), targetSystemKey: "OPEN", from: 1 } as const;
    await store.transaction(() => store.add("accessExceptions", { key: context.ids.guid(), ...exception }));
  },
  enforcementRuns: async ({ store, context: { ids } }) => {
    const run = { kind: "autores", reason: "asked", threads: 1, requestId: "call", createdAt: 1 } as const;
    await store.transaction(async () => {
      for (const state of ["running", "paused", "confirming"] as const)
        await store.add("enforcementRuns", { key: ids.guid(), ...run, state });
    });
  },
  analyses: async ({ store, context: { ids } }) => {
    const analysis = { kind: "roleMining", input: {}, createdAt: 1 } as const;
    await store.transaction(async () => {
      for (const state of ["running", "ended"] as const)
        await store.add("analyses", { key: ids.guid(), ...analysis, state });
    });
  },
  roleSuggestions: async ({ store, context: { ids } }) => {
    const key = ids.guid();
    const found = { people: 1, gainers: 0, grantsReplaced: 2, department: null, roleKey: null };
    await store.transaction(async () => {
      const over = { kind: "roleMining", input: {}, state: "ended", createdAt: 1 } as const;
      await store.add("analyses", { key, ...over });
      await store.add("roleSuggestions", {
        key: ids.guid(),
        analysisKey: key,
        sequence: 1,
        ...found,
        entitlements: [],
      });
    });
  },
};

/** Adds a template that creates an account; returns its key. */
async function addTemplate(api: TestApi): Promise<string> {
  const operations = [{ code: "ACUA", targetSystemKey: "OPEN" }];
  const { key } = await sendAsRoot(api, "POST", "/v2/templates", { name: api.context.ids.guid(), operations });
  return String(key);
}

/** Requests an account that people make: a task of the caller and of another user. Returns the key of the request. */
async function task(api: TestApi): Promise<string> {
  const { store, context } = api;
  if (!(await store.get("targetSystems", "BADGES"))) {
    const other = context.ids.guid();
    await store.transaction(() => store.save("users", { key: other, id: other }));
    const implementers = [{ userKey: await keyOf(api, "root") }, { userKey: other }];
    const target = { id: "BADGES", description: "badges", fulfilment: "implementer", autoApprove: true, implementers };
    await sendAsRoot(api, "POST", "/v2/targetSystems", target);
  }
  const operations = [{ code: "ACUA", targetSystemKey: "BADGES", attributes: { shortId: context.ids.guid() } }];
  const body = { recipientKey: await keyOf(api, "ada"), operations };
  const { key } = await sendAsRoot(api, "POST", "/v2/requests", body);
  const step = { key, run: "run", ordinal: 0, wakes: 0, ended: [], held: [] };
  await invoke(nextStep, context, engineCaller("idwfm", key), step);
  return String(key);
}

/** Requests an account on a target system. */
export async function ask(api: TestApi, recipientKey: string, targetSystemKey: string): Promise<void> {
  const operations = [{ code: "ACUA", targetSystemKey, attributes: { shortId: "new" } }];
  await sendAsRoot(api, "POST", "/v2/requests", { recipientKey, operations });
}

async function keyOf({ store }: TestApi, id: string): Promise<string> {
  const [user] = await store.select("users", { where: { id } });
  return user?.key ?? "";
}

/** Adds a discovery that waits for confirmation because it would remove too much; a target system has one at a time. */
async function discoveryInDoubt(api: TestApi): Promise<void> {
  const { store } = api;
  const earlier = await store.select("requestOperations", { where: { code: "DISC", result: null } });
  await store.transaction(async () => {
    for (const { key } of earlier) await store.save("requestOperations", { key, result: "S", finishedAt: 1 });
  });
  await sendAsRoot(api, "POST", "/v2/targetSystems('OPEN')/discover");
  const [begun] = await store.select("requestOperations", { where: { code: "DISC", result: null } });
  if (!begun?.discovery) throw new Error("no discovery has begun");
  const { key, discovery } = begun;
  await store.transaction(() =>
    store.save("requestOperations", { key, discovery: { ...discovery, phase: "confirming" } }),
  );
}

/** Adds a managed account whose password is in the vault. */
async function managedAccount({ store, context: { ids } }: TestApi): Promise<void> {
  const id = "MANAGED";
  const mode = "push";
  await store.transaction(async () => {
    if (!(await store.get("managedSystemPolicies", id))) {
      const rules = { changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [], enabled: true };
      await store.add("managedSystemPolicies", { id, description: id, mode, managedByNode: store.node, ...rules });
      const system = { key: ids.guid(), id, description: id, type: "fault", mode, targetSystemKey: "OPEN" } as const;
      await store.add("managedSystems", system);
    }
    const [system] = await store.select("managedSystems", { where: { id } });
    const [accountKey, key, entryKey] = [ids.guid(), ids.guid(), ids.guid()];
    const names = { stableId: accountKey, longId: "root", shortId: "root", displayId: "root" };
    await store.add("accounts", { key: accountKey, targetSystemKey: "OPEN", ...names });
    await store.add("managedAccounts", {
      key,
      accountKey,
      managedSystemKey: system?.key ?? "",
      policyId: id,
      status: "C",
    });
    const secret = store.seal(new Secret("first"), { table: "vaultEntries", column: "secret", key: entryKey });
    const known = { origin: "imported", status: "C", createdAt: 1, settledAt: 1, createdNode: store.node } as const;
    await store.add("vaultEntries", { key: entryKey, managedAccountKey: key, secret, ...known });
  });
}

/** Adds check-outs of the caller, one in the queue, and an ended emergency access of another user. The caller has every permission. */
async function checkouts(api: TestApi): Promise<void> {
  const { store, context } = api;
  const { ids, clock } = context;
  await managedAccount(api);
  const [userKey, otherKey] = [await keyOf(api, "root"), await keyOf(api, "ada")];
  await store.transaction(async () => {
    const policyId = "MANAGED";
    const rules = { disclosurePlugins: ["display"], extensionsMax: 50, concurrency: 100 };
    await store.save("managedSystemPolicies", { id: policyId, ...rules });
    if (!(await store.get("userClasses", "HOLDERS"))) {
      await store.add("userClasses", { id: "HOLDERS", description: "have every right" });
      await store.add("userClassMembers", { key: ids.guid(), userClassId: "HOLDERS", userKey });
      for (const right of checkoutRights) {
        const given = { key: ids.guid(), policyId, right, userClassId: "HOLDERS" };
        await store.add("checkoutRights", { ...given, grantedAt: 0 });
      }
    }
    const [account] = await store.select("managedAccounts", {
      where: { policyId },
      orderBy: [["key", "desc"]],
      limit: 1,
    });
    const told = { managedAccountKey: account?.key ?? "", policyId, reason: "work", minutes: 5, requestedAt: 0 };
    const expiresAt = clock.now() + 86_400_000;
    const add = (part: Partial<Save<"checkouts">>) =>
      store.add("checkouts", { key: ids.guid(), ...told, status: "checkedOut", userKey, expiresAt, ...part });
    await add({});
    await add({ status: "approved", expiresAt: null });
    await add({ status: "checkedIn", breakGlass: true, userKey: otherKey, endedAt: 1 });
  });
}
