import { Secret } from "#connectors/contract/index.ts";
import type { CallContext, ServiceContext } from "#operations/kernel/context.ts";
import { addEntries, lockTrees, raiseEntries } from "#operations/vault/engine/entries.ts";

import type { OpenLdap } from "./openldap.ts";
import { callerOf } from "./service.ts";
import type { VaultAccount } from "./vault-directory.ts";

/** A directory, and how it is put under management. */
export interface ManagedDirectory {
  /** ID of the target system and of its managed system. */
  readonly id: string;
  /** ID of the policy of its accounts, which is added if it does not exist; absent = the ID of the target system. */
  readonly policyId?: string;
  readonly directory: Pick<OpenLdap, "url" | "baseDN" | "accountsDN" | "groupsDN" | "admin">;
  readonly accounts: readonly VaultAccount[];
  /** True if the vault has the password of each account, confirmed. */
  readonly imported: boolean;
  /** Account that administers the target with its password from the vault; absent = the administrator with a password of its own. */
  readonly administeredBy?: string;
}

const caller = callerOf({ key: "", id: "engine", superuser: false }, { kind: "engine", key: null });
const pageAccounts = 500;

/** Makes a directory a target system whose accounts are managed by push; returns the keys of the managed accounts by name. */
export async function manageDirectory(
  context: ServiceContext,
  managed: ManagedDirectory,
): Promise<ReadonlyMap<string, string>> {
  const { accounts } = managed;
  const call: CallContext = { ...context, caller, visible: new Map(), operationId: null, startedAt: 0 };
  const keys = new Map(accounts.map(({ name }) => [name, context.ids.guid()]));
  const managedSystemKey = await context.store.transaction(() => addSystem(call, managed, keys));
  for (let from = 0; from < accounts.length; from += pageAccounts) {
    const page = accounts.slice(from, from + pageAccounts);
    await context.store.transaction(() => addAccounts(call, { ...managed, accounts: page, managedSystemKey, keys }));
  }
  return keys;
}

/** Adds the target system, its credential, its policy and its managed system; returns the key of the latter. */
async function addSystem(
  { store, ids }: CallContext,
  { id, policyId = id, administeredBy, directory }: ManagedDirectory,
  keys: ReadonlyMap<string, string>,
): Promise<string> {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  const described = { id, description: "A directory of the test" };
  const people = { accountsDN };
  // The entry of the administrator is not among those of people, and has another class.
  const administrators = { accountClass: "simpleSecurityObject", accountName: "cn" };
  const address = { url, baseDN, groupsDN, ...(administeredBy === undefined ? people : administrators) };
  const target = { type: "ldap", address, targetGroup: "DEFAULT", mode: "automatic", proxyServers: [] } as const;
  await store.save("targetSystems", { ...described, ...target });
  const key = ids.guid();
  const at = { table: "targetSystemCredentials", key, column: "password" } as const;
  const password = store.seal(new Secret(admin.password), at);
  const managedAccountKey = administeredBy === undefined ? null : (keys.get(administeredBy) ?? null);
  const login = managedAccountKey === null ? { password } : { managedAccountKey };
  const credential = { key, targetSystemId: id, administratorId: admin.dn, lastChanged: 0, ...login };
  await store.save("targetSystemCredentials", credential);
  if (!(await store.get("managedSystemPolicies", policyId))) {
    const rules = { changeIntervalHours: 0, checkoutMaxMinutes: 60, disclosurePlugins: [], enabled: true };
    const policy = { ...described, id: policyId, ...rules, mode: "push", managedByNode: store.node } as const;
    await store.add("managedSystemPolicies", policy);
  }
  const system = { key: ids.guid(), type: "ldap", mode: "push", targetSystemKey: id } as const;
  return (await store.add("managedSystems", { ...described, ...system })).key;
}

interface AccountsOfSystem extends ManagedDirectory {
  readonly managedSystemKey: string;
  /** Keys of the managed accounts by the names of their accounts. */
  readonly keys: ReadonlyMap<string, string>;
}

async function addAccounts(
  call: CallContext,
  { id, policyId = id, accounts, imported, managedSystemKey, keys }: AccountsOfSystem,
): Promise<void> {
  const { store, ids, clock } = call;
  const rows = accounts.map((one) => ({ one, accountKey: ids.guid(), key: keys.get(one.name) ?? "" }));
  await store.addAll(
    "accounts",
    rows.map(({ one: { id: stableId, name, dn }, accountKey }) => {
      return { key: accountKey, targetSystemKey: id, stableId, longId: dn, shortId: name, displayId: name };
    }),
  );
  await store.addAll(
    "managedAccounts",
    rows.map(({ key, accountKey }) => ({ key, accountKey, managedSystemKey, policyId, status: "U" as const })),
  );
  if (!imported) return;
  const managed = rows.map(({ key }) => key);
  const first = { origin: "imported", createdBy: null, runKey: null } as const;
  const entries = await addEntries(
    call,
    await lockTrees(call, managed),
    rows.map(({ key, one }) => ({ ...first, managedAccountKey: key, secret: new Secret(one.password) })),
  );
  const now = clock.now();
  const confirmed = { status: "C", settledAt: now, openedAt: now } as const;
  await raiseEntries(
    call,
    await lockTrees(call, managed),
    entries.map(({ key }) => ({ key, ...confirmed })),
  );
}
