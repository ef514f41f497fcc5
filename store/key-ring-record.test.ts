import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

import { openDatabase } from "./database.ts";
import { openKeyRing } from "./key-ring-record.ts";
import { openStore } from "./open-store.ts";

let opened: TestStore;
let folder: string;
let file: string;

beforeEach(async () => {
  opened = await openTestStore();
  folder = join(opened.folder, "data");
  file = join(folder, "keys.json");
});
afterEach(() => opened.close());

const open = (at = folder) => openKeyRing({ databaseUrl: opened.databaseUrl, folder: at });
const keysIn = (text: string) => Object.keys((JSON.parse(text) as { keys: object }).keys);

describe("the key ring of a database", () => {
  test("is made for a new one, and opened again", async () => {
    const first = await open();
    const again = await open();
    expect(again.ids()).toEqual(first.ids());
  });

  test("is asked for by the ids of its keys where the file is missing, and no other one is made", async () => {
    const [kid = ""] = (await open()).ids();
    rmSync(file);
    await expect(open()).rejects.toThrow(`sealed with the key(s) ${kid}. Restore the keys.json that has them`);
    expect(existsSync(file)).toBe(false);
  });

  test("is asked for on another host, with another ring, until the right one is there", async () => {
    await open();
    const elsewhere = join(opened.folder, "elsewhere");
    await expect(open(elsewhere)).rejects.toThrow(/does not belong to this database/);
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
    writeFileSync(join(elsewhere, "keys.json"), readFileSync(file), { mode: 0o600 });
    expect((await open(elsewhere)).ids()).toEqual(keysIn(readFileSync(file, "utf8")));
  });

  test("is refused where a key of the right id has another content", async () => {
    const [kid = ""] = (await open()).ids();
    const content = JSON.parse(readFileSync(file, "utf8")) as { keys: Record<string, { key: string }> };
    writeFileSync(file, JSON.stringify({ ...content, keys: { [kid]: { ...content.keys[kid], key: "A".repeat(43) } } }));
    await expect(open()).rejects.toThrow(kid);
  });

  test("is wanted with every key that it ever had, also one of a rotation", async () => {
    const keyRing = await open();
    const older = readFileSync(file, "utf8");
    const fresh = await keyRing.rotate();
    await open();
    writeFileSync(file, older);
    await expect(open()).rejects.toThrow(`key(s) ${fresh}.`);
  });

  test("is known by the audit and the signing keys of a database that is older than the record", async () => {
    const keyRing = await open();
    const [kid = ""] = keyRing.ids();
    const { databaseUrl } = opened;
    const store = await openStore({ databaseUrl, node: "node1", keyRing, clock: systemClock, ids: systemIds });
    await store.transaction(() => store.audit({ sessid: "s", operation: "LGIN", result: "S" }));
    await store.close();
    const database = openDatabase({ databaseUrl });
    await database.transactions.run(() => database.write("DELETE FROM `keyRingRecord`"));
    await database.close();
    const right = readFileSync(file);
    rmSync(file);
    await expect(open()).rejects.toThrow(`key(s) ${kid}.`);
    writeFileSync(file, right, { mode: 0o600 });
    expect((await open()).ids()).toEqual([kid]);
  });
});
