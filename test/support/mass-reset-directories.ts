import { Attribute, Change, Client } from "ldapts";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

import {
  startVaultDirectory,
  type VaultAccount,
  type VaultDirectory,
  vaultDirectoryPolicy,
} from "./vault-directory.ts";

/** A directory of people's accounts, as a target system of an installation. */
export interface ResetDirectory extends VaultDirectory {
  /** Id of the target system. */
  readonly id: string;
}

const pageRows = 500;

/**
 * Starts directories with a number of accounts each and makes them target systems: each person has an account on each of them.
 * @param shortest characters of the shortest password that they take
 */
export async function startResetDirectories(
  context: ServiceContext,
  ids: readonly string[],
  { people, shortest = vaultDirectoryPolicy.shortest }: { readonly people: number; readonly shortest?: number },
): Promise<readonly ResetDirectory[]> {
  const { remembered } = vaultDirectoryPolicy;
  const started = await Promise.all(ids.map(() => startVaultDirectory(people, { remembered, shortest })));
  const directories = started.map((directory, index): ResetDirectory => ({ ...directory, id: ids[index] ?? "" }));
  const [first] = directories;
  const owners = await addOwners(context, `${ids[0]} `, first?.accounts ?? []);
  for (const directory of directories) await addDirectory(context, directory, owners);
  return directories;
}

/** Adds a user for each account; returns their keys by the names of the accounts. */
async function addOwners(
  { store, ids }: ServiceContext,
  prefix: string,
  accounts: readonly VaultAccount[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map(accounts.map(({ name }) => [name, ids.guid()]));
  await inPages([...keys], (page) =>
    store.transaction(() =>
      store.addAll(
        "users",
        page.map(([name, key]) => ({ key, id: `${prefix}${name}`, displayName: name })),
      ),
    ),
  );
  return keys;
}

async function addDirectory(
  { store, ids }: ServiceContext,
  { id, directory, accounts }: ResetDirectory,
  owners: ReadonlyMap<string, string>,
): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  await store.transaction(async () => {
    const target = {
      type: "ldap",
      description: id,
      targetGroup: "DEFAULT",
      mode: "automatic",
      proxyServers: [],
    } as const;
    await store.save("targetSystems", { id, ...target, address: { url, baseDN, accountsDN, groupsDN } });
    const key = ids.guid();
    const at = { table: "targetSystemCredentials", key, column: "password" } as const;
    const password = store.seal(new Secret(admin.password), at);
    const login = { key, targetSystemId: id, administratorId: admin.dn, lastChanged: 0, password };
    await store.save("targetSystemCredentials", login);
  });
  await inPages(accounts, (page) =>
    store.transaction(async () => {
      const rows = page.map((account) => ({ ...account, key: ids.guid() }));
      await store.addAll(
        "accounts",
        rows.map(({ key, id: stableId, name, dn }) => {
          const names = { longId: dn, shortId: name, displayId: name, stableId };
          return { key, targetSystemKey: id, userKey: owners.get(name) ?? null, ...names };
        }),
      );
      // As a discovery writes it: the place at which the connector finds the entry without a search.
      await store.addAll(
        "accountAttributes",
        rows.map(({ key: accountKey, dn: value }) => ({ key: ids.guid(), accountKey, name: "dn", sequence: 0, value })),
      );
    }),
  );
}

async function inPages<T>(all: readonly T[], act: (page: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += pageRows) await act(all.slice(from, from + pageRows));
}

/**
 * Sets and tries a password of accounts of each directory by LDAP calls alone, with a number of workers for each; returns the accounts per
 * second of all together.
 */
export async function rawResetRate(
  directories: readonly ResetDirectory[],
  { accounts: count, atOnce }: { readonly accounts: number; readonly atOnce: number },
): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    directories.map(async ({ directory, accounts }) => {
      const left = accounts.slice(0, count).values();
      await Promise.all(Array.from({ length: atOnce }, () => resetAll(directory, left)));
    }),
  );
  return (count * directories.length * 1_000) / (performance.now() - startedMs);
}

async function resetAll({ url, admin }: VaultDirectory["directory"], left: Iterable<VaultAccount>): Promise<void> {
  const [setting, verifying] = [new Client({ url }), new Client({ url })];
  try {
    await setting.bind(admin.dn, admin.password);
    for (const { name, dn } of left) {
      const password = `raw-${name}-${Math.trunc(performance.now())}-password`;
      const modification = new Attribute({ type: "userPassword", values: [password] });
      await setting.modify(dn, new Change({ operation: "replace", modification }));
      await verifying.bind(dn, password);
    }
  } finally {
    await Promise.all([setting.unbind(), verifying.unbind()]);
  }
}
