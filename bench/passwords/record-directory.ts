import { Secret } from "#connectors/contract/index.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Save } from "#store/tables.ts";
import type { OpenLdap } from "#test/support/openldap.ts";

import type { BenchAccount } from "./resetting.ts";

/** A directory as the service knows it: its target system, its accounts and their owners. */
export interface RecordedDirectory {
  readonly targetSystemKey: string;
  readonly directory: OpenLdap;
  readonly accounts: readonly BenchAccount[];
  /** Returns the key of an account by its name. */
  readonly keyOf: (name: string) => string;
  /** Returns the owner of an account by its name. */
  readonly ownerOf: (name: string) => Save<"users">;
}

/** Saves a directory with its credentials, accounts and owners, as a discovery would. */
export async function recordDirectory(
  { store, ids }: Pick<ServiceContext, "store" | "ids">,
  { targetSystemKey, directory, accounts, keyOf, ownerOf }: RecordedDirectory,
): Promise<void> {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  const key = ids.guid();
  const at = { table: "targetSystemCredentials", key, column: "password" };
  const password = store.seal(new Secret(admin.password), at);
  await store.transaction(async () => {
    const address = { url, baseDN, accountsDN, groupsDN };
    await store.save("targetSystems", {
      id: targetSystemKey,
      type: "ldap",
      description: "A target of the bench",
      address,
    });
    const credential = { key, targetSystemId: targetSystemKey, administratorId: admin.dn, password, lastChanged: 0 };
    await store.save("targetSystemCredentials", credential);
    for (const { id, name } of accounts) {
      const { key: userKey } = await store.save("users", ownerOf(name));
      const longId = `uid=${name},${accountsDN}`;
      const names = { stableId: id, longId, shortId: name, displayId: name };
      await store.save("accounts", { key: keyOf(name), targetSystemKey, userKey, ...names });
    }
  });
}
