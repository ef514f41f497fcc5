import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { keySettleSeconds } from "#domain/limits.ts";
import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { ManualClock } from "#platform/clock.ts";
import { sealedColumns } from "#store/sealed-columns.ts";
import { type TableName, tables } from "#store/tables.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { addKey } from "./add-key.ts";
import { removeKey } from "./remove-key.ts";
import { rewrapTexts } from "./rewrap-texts.ts";
import { vaultStatus } from "./vault-status.ts";
import { verifyTexts } from "./verify-texts.ts";

const engine = callerOf({ key: "", id: "cli:op", superuser: false }, { kind: "engine", key: null, module: "cli" });
const rows = 230;
let clock: ManualClock;
let opened: TestService;

beforeEach(async () => {
  clock = new ManualClock(Date.now());
  opened = await openTestService({ clock });
  const { store } = opened;
  await store.transaction(async () => {
    for (let number = 0; number < rows; number++) await saveSecret(keyOf(number), `secret ${number}`);
  });
});
afterEach(() => opened.close());

const run = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: unknown = {}) =>
  invoke(operation, opened.context, engine, input);
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const at = (key: string) => ({ table: "passwordChecks", key, column: "password" });

function saveSecret(key: string, words: string) {
  return opened.store.save("passwordChecks", {
    key,
    targetSystemKey: "T",
    proxyServer: "P",
    requestId: "r",
    expiresAt: clock.now(),
    password: opened.store.seal(new Secret(words), at(key)),
  });
}

async function pass(operation: typeof verifyTexts) {
  let done = 0;
  const broken: unknown[] = [];
  for (let next: object | null = {}; next !== null;) {
    const page: Awaited<ReturnType<typeof opened.store.vault.verify>> = await run(operation, next);
    done += page.done;
    broken.push(...page.broken);
    next = page.next;
  }
  return { done, broken };
}

const counts = async () => (await run(vaultStatus)).counts.map(({ kid, texts }) => [kid, texts]);
const keys = async () => (await run(vaultStatus)).keys;
const words = async (number: number) =>
  opened.store
    .unseal((await opened.store.get("passwordChecks", keyOf(number)))?.password ?? "", at(keyOf(number)))
    .use((text) => text);

describe("a rotation", () => {
  it("wraps all texts with the new key in pages, and each opens as before", async () => {
    const [old] = await keys();
    const { kid } = await run(addKey);
    expect(await counts()).toEqual([[old?.kid, rows]]);
    expect(await pass(rewrapTexts)).toEqual({ done: rows, broken: [] });
    expect(await counts()).toEqual([[kid, rows]]);
    expect(await pass(rewrapTexts)).toEqual({ done: 0, broken: [] });
    expect(await pass(verifyTexts)).toEqual({ done: rows, broken: [] });
    for (const number of [0, 100, rows - 1]) expect(await words(number)).toBe(`secret ${number}`);
  });

  it("goes on where it was stopped, and leaves what was changed meanwhile as it was changed", async () => {
    await run(addKey);
    const { done } = await run(rewrapTexts);
    await opened.store.transaction(() => saveSecret(keyOf(200), "changed"));
    expect(await pass(rewrapTexts)).toEqual({ done: rows - done - 1, broken: [] });
    expect(await words(200)).toBe("changed");
  });

  it("is audited, and recorded as wanted by the database", async () => {
    const { kid } = await run(addKey);
    const [row] = await opened.store.select("sesslog_full", { where: { operation: "VKAD" } });
    expect(row?.ident).toBe(kid);
    await expect(opened.store.transaction(() => opened.store.vault.recordKeys())).resolves.toBeUndefined();
  });
});

describe("what does not open", () => {
  it("is named by table, column and key, and keeps nothing else from being wrapped", async () => {
    const [first, second] = [keyOf(3), keyOf(7)];
    const moved = opened.store.seal(new Secret("plain words"), at(first));
    await opened.store.transaction(async () => {
      await opened.store.save("passwordChecks", { key: second, password: moved });
      await opened.store.save("passwordChecks", { key: first, password: "plain words" });
    });
    const expected = [first, second].map((key) => expect.objectContaining(at(key)));
    const { done, broken } = await pass(verifyTexts);
    expect({ done, broken }).toEqual({ done: rows - 2, broken: expected });
    expect(JSON.stringify(broken)).not.toContain("plain words");
    await run(addKey);
    expect(await pass(rewrapTexts)).toEqual({ done: rows - 2, broken: expected });
    expect((await run(vaultStatus)).counts).toContainEqual({
      table: "passwordChecks",
      column: "password",
      kid: null,
      texts: 1,
    });
  });
});

describe("a key is removed", () => {
  it("when no text needs it, and not before: what it has signed and hashed is checked on", async () => {
    const kid = (await keys())[0]?.kid ?? "";
    await expect(run(removeKey, { kid })).rejects.toThrow("It is the current key");
    await run(addKey);
    clock.set(Date.now());
    await expect(run(removeKey, { kid })).rejects.toThrow("may still be on its way");
    clock.advance(keySettleSeconds * 1000 + 1000);
    await expect(run(removeKey, { kid })).rejects.toThrow(`Texts need it: passwordChecks.password ${rows}.`);
    await pass(rewrapTexts);
    await run(removeKey, { kid });
    expect((await keys()).map(({ state }) => state)).toEqual(["removed", "current"]);
    expect(await pass(verifyTexts)).toEqual({ done: rows, broken: [] });
    await expect(run(removeKey, { kid })).rejects.toThrow("The vault has no key with this ID");
  });
});

describe("the sealed columns", () => {
  it("are all in tables whose rows may be changed, but for those of the store's own", () => {
    const inTables = sealedColumns.filter(({ table }) => Object.hasOwn(tables, table));
    expect(inTables.length).toBeGreaterThan(5);
    for (const { table } of inTables) expect(tableClasses[tables[table as TableName].class].changes).toBe(true);
    expect(sealedColumns.filter((column) => !inTables.includes(column)).map(({ table }) => table)).toEqual([
      "keptAnswers",
    ]);
  });
});
