import { Secret } from "#connectors/contract/index.ts";
import type { KeyRing } from "#platform/keys/keys.ts";
import { openDatabase } from "#store/database.ts";
import { sealedColumns } from "#store/sealed-columns.ts";
import type { Store } from "#store/store.ts";
import type { Save, TableName } from "#store/tables.ts";

import { numberedKey } from "./fill-vault.ts";

/**
 * Adds a number of rows to each table with sealed columns that a test of the vault does not write anyway, and the setting that is a secret.
 */
export async function fillSealedColumns(store: Store, count: number): Promise<void> {
  const sealed = (table: string, key: string, column: string) =>
    store.seal(new Secret(`${table} ${column} ${key}`), { table, key, column });
  const add = async <T extends TableName>(
    table: T,
    make: (key: string, seal: (column: string) => string) => Save<T>,
  ) => {
    const keys = Array.from({ length: count }, (_, number) => numberedKey("b", number));
    const made = keys.map((key) => make(key, (column) => sealed(table, key, column)));
    await store.transaction(() => store.addAll(table, made));
  };
  await add("requestOperations", (key, seal) => ({
    ...({
      key,
      requestKey: key,
      sequence: 1,
      code: "PWRS",
      targetSystemKey: "T1",
      dependsOn: [],
    } as const),
    ...({
      attributes: {},
      result: "S",
      createdAt: 1e3,
      finishedAt: 2e3,
    } as const),
    password: seal("password"),
    currentPassword: seal("currentPassword"),
  }));
  await add("passwordHistories", (accountKey, seal) => ({ accountKey, secret: seal("secret") }));
  await add("passwordQueue", (key, seal) => ({
    ...({ key, accountKey: key, accountName: "account", targetSystemKey: "T1", requesterKey: "" } as const),
    ...({ recipientKey: key, code: "PWCH", turn: 1, place: "place", operationKey: key, requestKey: key } as const),
    ...({ lastTriedAt: 1e3, queuedAt: 1e3, expiresAt: 2e3 } as const),
    password: seal("password"),
    currentPassword: seal("currentPassword"),
  }));
  await add("massResetAccounts", (key, seal) => ({
    ...({ key, runKey: "mass reset", accountKey: key, accountName: "account", targetSystemKey: "T1" } as const),
    ...({ act: "set", createdAt: 1e3 } as const),
    password: seal("password"),
  }));
  await add("passwordSenders", (key, seal) => ({
    ...({ key, targetSystemKey: "T1", name: "sender", status: "enrolled", invitedAt: 1e3 } as const),
    receivingSecret: seal("receivingSecret"),
  }));
  await add("passwordChecks", (key, seal) => ({
    key,
    targetSystemKey: "T1",
    proxyServer: "local",
    requestId: "call",
    expiresAt: 1e3,
    password: seal("password"),
  }));
  await add("commandRuns", (key, seal) => ({
    key,
    checkoutKey: key,
    targetSystemKey: "T1",
    proxyServer: "local",
    command: "true",
    requestId: "call",
    expiresAt: 1e3,
    output: seal("output"),
  }));
  await add("webhooks", (key, seal) => ({
    key,
    url: `https://receiver.example/${key}`,
    enabled: false,
    createdAt: 1e3,
    secret: seal("secret"),
    previousSecret: seal("previousSecret"),
  }));
  await add("ticketSystems", (id, seal) => ({
    ...({ id, plugin: "desk.ts", opens: "waiting", whenRejected: "note", enabled: false, createdAt: 1e3 } as const),
    secret: seal("secret"),
    previousSecret: seal("previousSecret"),
  }));
  await add("signInAttempts", (key, seal) => ({
    ...({
      key,
      handleHash: key,
      cookieHash: key,
      aim: "tokens",
      chain: "sign-in",
      chainNumber: 0,
    } as const),
    step: "password",
    entered: true,
    turn: 1,
    chainChanges: 0,
    startedAt: 1e3,
    expiresAt: 2e3,
    memory: seal("memory"),
  }));
  await add("credentialEnrolments", (key, seal) => ({
    ...({ key, userKey: key, type: "OneTimeCode", expiresAt: 1_000 } as const),
    secret: seal("secret"),
  }));
  await add("userCredentials", (key, seal) => ({
    ...({ key, userKey: key, type: "OneTimeCode", lastChanged: 1_000 } as const),
    oneTimeSecret: seal("oneTimeSecret"),
  }));
  const name = "SMTP_PASSWORD";
  const secretValue = sealed("settings", name, "secretValue");
  await store.transaction(() => store.save("settings", { name, storedValue: null, secretValue }));
}

/** Opens every sealed text of a database; returns the plain texts by table, column and key. */
export async function readSealedTexts(databaseUrl: string, ring: KeyRing): Promise<ReadonlyMap<string, string>> {
  const database = openDatabase({ databaseUrl });
  const texts = new Map<string, string>();
  try {
    for (const { table, primaryKey, column } of sealedColumns) {
      const statement = `SELECT \`${primaryKey}\` AS \`key\`, \`${column}\` AS \`text\` FROM \`${table}\` WHERE \`${column}\` IS NOT NULL`;
      for (const row of await database.read(statement)) {
        const key = String(row["key"]);
        const words = ring.unseal(String(row["text"]), { table, key, column }).use((text) => text);
        texts.set(`${table}.${column} ${key}`, words);
      }
    }
    return texts;
  } finally {
    await database.close();
  }
}

/** Returns the sealed columns that hold no text at all, as `table.column`. */
export function emptyColumns(texts: ReadonlyMap<string, string>): string[] {
  const filled = new Set([...texts.keys()].map((place) => place.split(" ", 1)[0]));
  return sealedColumns.map(({ table, column }) => `${table}.${column}`).filter((name) => !filled.has(name));
}
