import { Secret } from "#connectors/contract/index.ts";
import type { Store } from "#store/store.ts";
import type { Save } from "#store/tables.ts";

/** Entries of each account of a filled vault: a confirmed password, and an uncertain one after it. */
export const entriesEach = 2;
const entriesAtOnce = 1_000;

/** Returns a key from its kind (a digit or a letter to f) and its number. */
export const numberedKey = (kind: string, number: number): string =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Adds a number of managed accounts of a target, all under the policy HISTORICAL (no longer managed), each with its entries. */
export async function fillVault(store: Store, targetSystemKey: string, accounts: number): Promise<void> {
  const managedSystemKey = numberedKey("5", 1);
  const system = { key: managedSystemKey, id: "S1", description: "", type: "LDAP", mode: "push" } as const;
  await store.transaction(() => store.add("managedSystems", { ...system, targetSystemKey }));
  const accountsAtOnce = entriesAtOnce / entriesEach;
  for (let from = 0; from < accounts; from += accountsAtOnce) {
    const numbers = Array.from({ length: Math.min(accountsAtOnce, accounts - from) }, (_, index) => from + index);
    const managed = numbers.map((number): Save<"managedAccounts"> => {
      const names = { accountKey: numberedKey("c", number), accountName: `root "${number}"` };
      return { key: numberedKey("a", number), managedSystemKey, ...names, policyId: "HISTORICAL", status: "U" };
    });
    await store.transaction(async () => {
      await store.addAll("managedAccounts", managed);
      await store.addAll(
        "vaultEntries",
        numbers.flatMap((number) => entriesOf(store, number)),
      );
    });
  }
}

function entriesOf(store: Store, number: number): readonly Save<"vaultEntries">[] {
  const [first, second] = [numberedKey("e", number * entriesEach), numberedKey("e", number * entriesEach + 1)];
  const secretOf = (key: string, words: string) =>
    store.seal(new Secret(words), { table: "vaultEntries", column: "secret", key });
  const common = { managedAccountKey: numberedKey("a", number), createdNode: "node1" };
  return [
    {
      ...common,
      key: first,
      parentKey: null,
      secret: secretOf(first, `canary "one", ${number}`),
      origin: "imported",
      status: "C",
      createdAt: 1e3,
      settledAt: 2e3,
      openedAt: 2e3,
    },
    {
      ...common,
      key: second,
      parentKey: first,
      secret: secretOf(second, `canary two ${number}`),
      origin: "randomized",
      status: "U",
      createdAt: 3e3,
    },
  ];
}
