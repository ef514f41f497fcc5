import { composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { migrate } from "#store/schema/migrate.ts";
import { addPeople } from "#test/support/people.ts";

import { openDriver } from "./driver.ts";
import { accountsCount, keyOf, nameOf } from "./shapes.ts";

/** Caller of the reads; a superuser, so that both servers show every row. */
export const reader = { id: "bench", password: "a-password-of-the-bench" } as const;

const rowsAtOnce = 500;
const stamps = { lastUpdatedModule: "load", lastUpdatedNode: "node1", version: 1, _v: "{}" };

type Rows = Readonly<Record<string, string | number | null>>[];

/** Creates the database of the bench: installed, with one reader and all accounts. */
export async function fill(databaseUrl: string, folder: string): Promise<void> {
  await migrate({ databaseUrl });
  const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const service = await composeService(settings, "bench", { dispatch: "none" });
  await invoke(install, service.context, programCaller("setup"), {});
  const { bench } = await addPeople(service.context, [reader.id], reader.password);
  await service.context.store.transaction(() => service.context.store.save("users", { key: bench, superuser: true }));
  await service.close();
  const driver = await openDriver(databaseUrl);
  for (let from = 0; from < accountsCount; from += rowsAtOnce) {
    const indices = Array.from({ length: rowsAtOnce }, (_, index) => from + index);
    await driver.insert("users", indices.map(user));
    await driver.insert("accounts", indices.map(account));
    await driver.insert("accountAttributes", indices.flatMap(attributes));
  }
  await driver.close();
}

function user(index: number): Rows[number] {
  const flags = { superuser: 0, locked: 0, disabled: 0, failures: 0, tokenVersion: 1 };
  return { key: keyOf(index, "b"), id: nameOf(index), displayName: `Person ${index}`, ...flags, ...stamps };
}

function account(index: number): Rows[number] {
  const name = nameOf(index);
  return {
    key: keyOf(index),
    targetSystemKey: "BENCH",
    stableId: String(index),
    longId: `uid=${name},ou=people,dc=example,dc=test`,
    shortId: name,
    displayId: name,
    userKey: keyOf(index, "b"),
    enabled: index % 3 === 0 ? 0 : 1,
    locked: 0,
    expired: 0,
    passwordExpired: 0,
    lastPasswordChange: 1_700_000_000_000 + index,
    associatedBy: "auto",
    ...stamps,
  };
}

function attributes(index: number): Rows {
  const row = { accountKey: keyOf(index), sequence: 0, ...stamps };
  return [
    { ...row, key: keyOf(index, "c"), name: "mail", value: `${nameOf(index)}@example.test` },
    { ...row, key: keyOf(index, "d"), name: "title", value: "Clerk" },
  ];
}
