import { composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { Secret } from "#connectors/contract/index.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { migrate } from "#store/schema/migrate.ts";
import type { Store } from "#store/store.ts";
import { addPeople } from "#test/support/people.ts";

/** Contents of a bench's database. */
export interface BenchCheckouts {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly people: readonly string[];
  readonly password: string;
  readonly accounts: number;
}

const id = "BENCH";

/**
 * Creates the database of a bench: users who may check out managed accounts without approval; the passwords are not changed at the
 * check-in. Returns the keys of the accounts.
 */
export async function fill({
  databaseUrl,
  folder,
  people,
  password,
  accounts,
}: BenchCheckouts): Promise<readonly string[]> {
  await migrate({ databaseUrl });
  const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const service = await composeService(settings, "bench", { dispatch: "none" });
  const { context } = service;
  const { store, ids } = context;
  try {
    await invoke(install, context, programCaller("setup"), {});
    const keys = await addPeople(context, people, password);
    const made = Array.from({ length: accounts }, () => ids.guid());
    await store.transaction(async () => {
      const description = "Of the bench";
      await store.add("userClasses", { id, description });
      for (const userKey of Object.values(keys))
        await store.add("userClassMembers", { key: ids.guid(), userClassId: id, userKey });
      const ways = { disclosurePlugins: ["display"], randomizeOnCheckIn: false };
      const terms = { changeIntervalHours: 720, checkoutMaxMinutes: 60, enabled: true };
      const mode = { mode: "push", managedByNode: store.node } as const;
      await store.add("managedSystemPolicies", { id, description, ...mode, ...terms, ...ways });
      const right = { policyId: id, right: "preApproved", userClassId: id, grantedAt: 0 } as const;
      await store.add("checkoutRights", { key: ids.guid(), ...right });
      const managedSystemKey = ids.guid();
      const system = { key: managedSystemKey, id, description, type: "sqlite", mode: "push" } as const;
      await store.add("managedSystems", { ...system, targetSystemKey: id });
      for (const key of made) await addAccount(store, { key, managedSystemKey, accountKey: ids.guid() });
    });
    return made;
  } finally {
    await service.close();
  }
}

async function addAccount(
  store: Store,
  {
    key,
    managedSystemKey,
    accountKey,
  }: { readonly key: string; readonly managedSystemKey: string; readonly accountKey: string },
): Promise<void> {
  const names = { stableId: key, longId: key, shortId: key, displayId: key };
  await store.add("accounts", { key: accountKey, targetSystemKey: id, ...names });
  await store.add("managedAccounts", { key, accountKey, managedSystemKey, policyId: id, status: "C" });
  const at = { table: "vaultEntries", column: "secret", key } as const;
  const secret = store.seal(new Secret(`password-of-${key}`), at);
  const known = { origin: "imported", status: "C", createdAt: 1, settledAt: 1, openedAt: 1 } as const;
  await store.add("vaultEntries", {
    key,
    managedAccountKey: key,
    parentKey: null,
    createdNode: store.node,
    secret,
    ...known,
  });
}
