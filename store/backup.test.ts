import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

import { type BackupSource, readBackup, restoreBackup, writeBackup } from "./backup.ts";
import { openDatabase } from "./database.ts";
import { openEpoch } from "./epoch.ts";
import { openKeyRing } from "./key-ring-record.ts";
import { openStore } from "./open-store.ts";
import { createRestoreMark } from "./restore-mark.ts";

let opened: TestStore;
let folder: string;
let file: string;
let source: BackupSource;

beforeEach(async () => {
  opened = await openTestStore({ dialect: "sqlite" });
  await openKeyRing({ databaseUrl: opened.databaseUrl, folder: opened.folder });
  folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-"));
  file = join(folder, "a.backup");
  const database = opened.databaseUrl.slice("sqlite:".length);
  source = { database, dataFolder: opened.folder, softwareVersion: "1.2.3", madeAt: "2030-01-31T08:00:00.000Z" };
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const now = Date.UTC(2030, 1, 1);
const restored = () => ({ database: join(folder, "data", "gatehouse.db"), dataFolder: join(folder, "data"), now });
async function addPeople(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await opened.store.transaction(() =>
      opened.store.save("users", { key: `k${index}`, id: `person${index}`, displayName: "x" }),
    );
  }
}

describe("a backup", () => {
  test("tells of itself once it was restored, until that was looked after", async () => {
    writeBackup(source, file);
    mkdirSync(restored().dataFolder, { mode: 0o700 });
    restoreBackup(file, restored());
    const database = openDatabase({ databaseUrl: `sqlite:${restored().database}` });
    const mark = createRestoreMark(database);
    expect(await mark.madeAt()).toBe(source.madeAt);
    await database.transactions.run(() => mark.remove());
    expect(await mark.madeAt()).toBeUndefined();
    await database.close();
    const known = openDatabase({ databaseUrl: opened.databaseUrl });
    expect(await createRestoreMark(known).madeAt()).toBeUndefined();
    await known.close();
  });

  test("of a database that was restored and never started tells of itself too, and begins an epoch of its own", async () => {
    writeBackup(source, file);
    const [first, second] = ["first", "second"].map((name) => ({ ...restored(), dataFolder: join(folder, name) }));
    const fileOf = (target = first) => join(target?.dataFolder ?? "", "gatehouse.db");
    for (const target of [first, second]) mkdirSync(target?.dataFolder ?? "", { mode: 0o700 });
    restoreBackup(file, { database: fileOf(first), dataFolder: join(folder, "first"), now });
    const again = join(folder, "b.backup");
    const madeAt = "2030-02-02T08:00:00.000Z";
    writeBackup({ ...source, database: fileOf(first), dataFolder: join(folder, "first"), madeAt }, again);
    // The clock stands where it was.
    restoreBackup(again, { database: fileOf(second), dataFolder: join(folder, "second"), now });
    const database = openDatabase({ databaseUrl: `sqlite:${fileOf(second)}` });
    expect(await createRestoreMark(database).madeAt()).toBe(madeAt);
    expect((await openEpoch(database, systemClock)).current).toBe(now + 1);
    await database.close();
  });

  test("holds what was committed a moment before, also what is in the log alone, and restores to it", async () => {
    await addPeople(300);
    expect(statSync(`${source.database}-wal`).size).toBeGreaterThan(0);
    const written = writeBackup(source, file);
    expect(written).toMatchObject({ madeAt: source.madeAt, softwareVersion: "1.2.3" });
    await addPeople(1);
    mkdirSync(restored().dataFolder, { mode: 0o700 });
    expect(restoreBackup(file, restored())).toEqual(written);
    const databaseUrl = `sqlite:${restored().database}`;
    const keyRing = await openKeyRing({ databaseUrl, folder: restored().dataFolder });
    const store = await openStore({ databaseUrl, node: "node1", keyRing, clock: systemClock, ids: systemIds });
    expect(await store.count("users")).toBe(300);
    await store.close();
    expect(readFileSync(join(restored().dataFolder, "keys.json"))).toEqual(
      readFileSync(join(opened.folder, "keys.json")),
    );
    const raw = new Sqlite(restored().database, { readonly: true });
    expect(raw.prepare("SELECT COUNT(*) FROM sqlite_master WHERE name = 'gatehouseBackup'").pluck().get()).toBe(0);
    raw.close();
  });

  test("and what is restored of it are for their owner alone", () => {
    const before = process.umask(0o022);
    try {
      writeBackup(source, file);
      mkdirSync(restored().dataFolder, { mode: 0o700 });
      restoreBackup(file, restored());
    } finally {
      process.umask(before);
    }
    const paths = [file, restored().database, join(restored().dataFolder, "keys.json")];
    expect(paths.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0]);
  });

  test("replaces nothing that is there", () => {
    writeFileSync(file, "mine");
    expect(() => writeBackup(source, file)).toThrow(/is there already\. Choose another name/);
    rmSync(file);
    writeBackup(source, file);
    mkdirSync(restored().dataFolder, { mode: 0o700 });
    writeFileSync(join(restored().dataFolder, "keys.json"), "mine");
    expect(() => restoreBackup(file, restored())).toThrow(/keys\.json is there already/);
    expect(existsSync(restored().database)).toBe(false);
  });

  test("is restored by a second run where the first was cut off, whatever that has left", async () => {
    await addPeople(300);
    const written = writeBackup(source, file);
    const { database, dataFolder } = restored();
    mkdirSync(dataFolder, { mode: 0o700 });
    copyFileSync(join(opened.folder, "keys.json"), join(dataFolder, "keys.json"));
    writeFileSync(join(dataFolder, "keys.json.0123456789ab"), "{", { mode: 0o600 });
    leaveCutOff(`${database}.part`);
    expect(restoreBackup(file, restored())).toEqual(written);
    expect(readdirSync(dataFolder).toSorted()).toEqual(["gatehouse.db", "keys.json"]);
    const raw = new Sqlite(database, { readonly: true });
    expect(raw.prepare("SELECT COUNT(*) FROM users").pluck().get()).toBe(300);
    raw.close();
  });

  test("is not restored beside what a database that was moved away has left", () => {
    writeBackup(source, file);
    const { database, dataFolder } = restored();
    mkdirSync(dataFolder, { mode: 0o700 });
    writeFileSync(`${database}-wal`, "of another one");
    expect(() => restoreBackup(file, restored())).toThrow(/gatehouse\.db-wal is there already\. Restore into an empty/);
    expect(readdirSync(dataFolder)).toEqual(["gatehouse.db-wal"]);
  });

  test.each<[string, (path: string) => void, RegExp]>([
    ["that is damaged", (path) => damage(path), /damaged|malformed/],
    ["that is something else", (path) => writeFileSync(path, "text".repeat(1000)), /no backup of Gatehouse/],
    ["of another program", (path) => copyFileSync(empty(), path), /no backup of Gatehouse/],
    ["without the key that its database wants", (path) => withoutKeys(path), /lacks the key\(s\) \w+/],
  ])("%s is refused", (_, spoil, words) => {
    writeBackup(source, file);
    chmodSync(file, 0o600);
    spoil(file);
    expect(() => readBackup(file)).toThrow(words);
    mkdirSync(restored().dataFolder, { mode: 0o700 });
    expect(() => restoreBackup(file, restored())).toThrow(words);
    expect(existsSync(restored().database)).toBe(false);
  });

  test("that could not be finished leaves no file of its name", () => {
    expect(() => writeBackup({ ...source, dataFolder: join(folder, "nowhere") }, file)).toThrow(/ENOENT/);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });
});

/** A database in the midst of a change that is to be rolled back, as a kill leaves it. */
function leaveCutOff(path: string): void {
  const other = join(folder, "cut-off.db");
  const database = new Sqlite(other);
  database.pragma("cache_size = 1");
  database.exec("CREATE TABLE t (n); BEGIN");
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  for (let index = 0; index < 100; index += 1) insert.run("x".repeat(5_000));
  for (const ending of ["", "-journal"]) copyFileSync(`${other}${ending}`, `${path}${ending}`);
  database.close();
}

function damage(path: string): void {
  const bytes = readFileSync(path);
  // Behind the header and the schema, in the pages of tables and indexes.
  bytes.fill(0xaa, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20_000);
  writeFileSync(path, bytes);
}

function empty(): string {
  const path = join(folder, "other.db");
  const database = new Sqlite(path);
  database.exec("CREATE TABLE t (n)");
  database.close();
  return path;
}

function withoutKeys(path: string): void {
  const database = new Sqlite(path);
  database.prepare("UPDATE gatehouseBackup SET content = ? WHERE name = 'keys.json'").run('{"active":"x","keys":{}}');
  database.close();
}
