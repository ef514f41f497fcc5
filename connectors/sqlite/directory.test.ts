import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { Bench } from "../contract/kit/bench.ts";
import sqlite from "./sqlite.ts";

let folder: string;
let file: string;
let bench: Bench;
let session: unknown;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-connector-"));
  file = join(folder, "directory.sqlite");
  bench = new Bench(sqlite, { address: { file, passwordHistory: 2, failuresMax: 3 }, credentials: [], stop: () => {} });
  session = await bench.open();
});

afterEach(async () => {
  await bench.clear();
  rmSync(folder, { recursive: true });
});

const verify = (account: { name: string }, suffix = "") =>
  bench.operations.verify(session, { account, password: bench.password(suffix) }, bench.call());

describe("the sqlite connector", () => {
  test("makes its file and tables, and finds them again", async () => {
    const made = await bench.make(session);
    const found = await bench.operations.get(await bench.open(), { type: "account", ref: made }, bench.call());
    expect(found).toEqual(made);
  });

  test("keeps which operation made an account", async () => {
    const call = bench.call({ operationId: "operation-1" });
    expect(
      (await bench.operations.create(session, { type: "account", name: "ada", attributes: {} }, call)).createdBy,
    ).toBe("operation-1");
  });

  test("a taken name is refused by the UNIQUE rule in the driver's words, in any case of letters", async () => {
    await bench.operations.create(session, { type: "account", name: "ada", attributes: {} }, bench.call());
    const again = () =>
      bench.operations.create(session, { type: "account", name: "ADA", attributes: {} }, bench.call());
    expect(await bench.refusal(again, "alreadyExists")).toMatchObject({
      message: "UNIQUE constraint failed: accounts.name",
      targetCode: "SQLITE_CONSTRAINT_UNIQUE",
    });
  });

  test("remembers old passwords and refuses them", async () => {
    const account = await bench.make(session, "account", bench.password("1"));
    const reset = (suffix: string) =>
      bench.operations.resetPassword(session, { account, password: bench.password(suffix) }, bench.call());
    await bench.refusal(() => reset("1"), "strength");
    await reset("2");
    expect((await bench.refusal(() => reset("1"), "strength")).message).toBe("The password was used before.");
    await reset("3");
    await reset("1");
  });

  test("locks after wrong passwords and unlocks", async () => {
    const account = await bench.make(session, "account", bench.password());
    for (let times = 0; times < 3; times += 1)
      expect(await verify(account, "-no")).toMatchObject({ ok: false, reason: "invalid" });
    expect(await verify(account)).toMatchObject({ ok: false, reason: "locked" });
    await bench.operations.unlock(session, { account }, bench.call());
    expect(await verify(account)).toEqual({ ok: true });
  });

  test("stores no password in the clear", async () => {
    await bench.make(session, "account", new Secret("canary-4711-canary"));
    await bench.clear();
    expect(readFileSync(file).includes("canary-4711-canary")).toBe(false);
  });

  test("a rename to a taken name changes nothing else either", async () => {
    const [one, other] = [await bench.make(session), await bench.make(session)];
    const deltas = [
      { attr: "title", replace: ["x"] },
      { attr: "name", replace: [other.name] },
    ];
    await bench.refusal(
      () => bench.operations.update(session, { type: "account", ref: one, deltas }, bench.call()),
      "alreadyExists",
    );
    expect(await bench.operations.get(session, { type: "account", ref: one }, bench.call())).toEqual(one);
  });

  test("another process that writes makes it busy, a missing folder or another kind of file is a wrong address", async () => {
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    await bench.refusal(() => bench.make(session), "busy");
    other.exec("ROLLBACK");
    other.close();
    const at = (address: object) => new Bench(sqlite, { address, credentials: [], stop: () => {} });
    await bench.refusal(() => at({ file: join(folder, "absent", "x.sqlite") }).open(), "config");
    await bench.refusal(() => at({ file: import.meta.filename }).open(), "config");
    mkdirSync(join(folder, "folder.sqlite"));
    chmodSync(join(folder, "folder.sqlite"), 0o700);
    await bench.refusal(() => at({ file: join(folder, "folder.sqlite") }).open(), "unreachable", "config");
  });
});
