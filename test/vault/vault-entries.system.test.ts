// @databases sqlite mariadb
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { sealedColumns } from "#store/sealed-columns.ts";
import type { SqlValue } from "#store/sql/sql.ts";
import type { Save } from "#store/tables.ts";

import { openTestService, type TestService } from "../support/service.ts";

let opened: TestService;
let raw: Database;
let serial = 0;

beforeAll(async () => {
  opened = await openTestService();
  raw = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterAll(async () => {
  await raw.close();
  await opened.close();
});

const write = (statement: string, values: SqlValue[] = []) => raw.transactions.run(() => raw.write(statement, values));
const save = (changes: Save<"vaultEntries">) =>
  opened.store.transaction(() => opened.store.save("vaultEntries", changes));

async function addEntry(): Promise<string> {
  serial += 1;
  const key = `e0000000-0000-4000-8000-${String(serial).padStart(12, "0")}`;
  const managedAccountKey = "a0000000-0000-4000-8000-000000000001";
  const at = { table: "vaultEntries", column: "secret", key };
  const { store } = opened;
  await store.transaction(() =>
    store.add("vaultEntries", {
      key,
      managedAccountKey,
      secret: store.seal(new Secret(`password ${serial}`), at),
      createdNode: "node1",
      origin: "randomized",
      status: "U",
      createdAt: 1e3,
    }),
  );
  return key;
}

describe("an entry of the vault", () => {
  it("rises, past what there is to know of it", async () => {
    const key = await addEntry();
    await save({ key, status: "failed", refusal: "too short", refusedAt: 2_000, settledAt: 2_000 });
    await save({ key, status: "C", openedAt: 3_000, settledAt: 3_000 });
    expect(await opened.store.get("vaultEntries", key)).toMatchObject({
      status: "C",
      refusedAt: 2_000,
      openedAt: 3_000,
    });
  });

  it.each<[string, Partial<Save<"vaultEntries">>]>([
    ["status", { status: "U" }],
    ["status", { status: "failed" }],
    ["openedAt", { openedAt: 2_999 }],
    ["openedAt", { openedAt: null }],
    ["refusal", { refusal: null }],
    ["origin", { origin: "imported" }],
    ["parentKey", { parentKey: "e0000000-0000-4000-8000-000000000000" }],
    ["managedAccountKey", { managedAccountKey: "a0000000-0000-4000-8000-000000000002" }],
    ["createdAt", { createdAt: 5 }],
    ["secret", { secret: "v1|000000000000|x|y|z|forged" }],
  ])("is not written otherwise: %s", async (column, changes) => {
    const key = await addEntry();
    await save({ key, status: "C", openedAt: 3_000, refusal: "words" });
    await expect(save({ key, ...changes })).rejects.toMatchObject({
      detail: `${column} of a row of vaultEntries only rises`,
    });
    const [name, value] = Object.entries(changes)[0] ?? [];
    const statement = `UPDATE \`vaultEntries\` SET \`${name ?? ""}\` = ? WHERE \`key\` = ?`;
    await expect(write(statement, [value ?? null, key])).rejects.toThrow(/only rises/);
  });

  it("keeps the words of its refusal, which only those that another node recorded earlier may replace", async () => {
    const key = await addEntry();
    await save({ key, status: "failed", refusal: "words" });
    await expect(save({ key, refusal: "other words" })).rejects.toMatchObject({
      detail: "refusal of a row of vaultEntries only rises",
    });
  });

  it("is never removed, nor is its managed account", async () => {
    const key = await addEntry();
    const removal = opened.store.transaction(() => opened.store.remove("vaultEntries", key));
    await expect(removal).rejects.toMatchObject({ detail: expect.stringContaining("is never removed") });
    await expect(write("DELETE FROM `vaultEntries` WHERE `key` = ?", [key])).rejects.toThrow(/never removed/);
  });

  it("keeps its text when it is wrapped with another key", async () => {
    const { store } = opened;
    const key = await addEntry();
    const at = { table: "vaultEntries", column: "secret", key };
    const before = await store.get("vaultEntries", key);
    await store.vault.addKey();
    const column = sealedColumns.findIndex(({ table }) => table === "vaultEntries");
    await store.transaction(() => store.vault.rewrap({ column, after: "" }));
    const after = await store.get("vaultEntries", key);
    expect(after?.secret).not.toBe(before?.secret);
    expect(store.unseal(after?.secret ?? "", at).use((text) => text)).toBe(`password ${serial}`);
  });
});

describe("a managed account", () => {
  it("with entries is never removed", async () => {
    const { store } = opened;
    const key = "a0000000-0000-4000-8000-000000000001";
    const row = { key, managedSystemKey: "s", accountKey: "c", policyId: "HISTORICAL", status: "U" } as const;
    await store.transaction(() => store.add("managedAccounts", row));
    await addEntry();
    await expect(store.transaction(() => store.remove("managedAccounts", key))).rejects.toThrow();
    await expect(write("DELETE FROM `managedAccounts` WHERE `key` = ?", [key])).rejects.toThrow(/never removed/);
  });
});
