import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { prepareDatabase, type PreparedDatabase } from "#bin/up/prepare-database.ts";
import { Secret } from "#connectors/contract/index.ts";
import { accessTokenSeconds, keySettleSeconds, keyTakenMs } from "#domain/limits.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { entriesEach, fillVault, numberedKey } from "../support/fill-vault.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { emptyColumns, fillSealedColumns, readSealedTexts } from "../support/sealed-texts.ts";
import { testSize } from "../support/test-size.ts";

const credentials = testSize(100, 2_000);
const accounts = testSize(200, 50_000);
/** Rows of every other table with sealed columns. */
const others = testSize(10, 1_000);
const kills = testSize(1, 20);
/** A rotation of the full size takes long enough to be killed repeatedly in the middle. */
const wrappedForMs = testSize(300, 1_500);
const timeout = testSize(180_000, 3_600_000);
const lanes = 4;
const writePauseMs = 10;
const table = "targetSystemCredentials";
let folder = "";
let env: Readonly<Record<string, string>> = {};
let database: TestDatabase;
let prepared: PreparedDatabase;
let apis: { readonly address: string; readonly process: GatehouseProcess }[] = [];
/** Possible passwords of each credential: the expected one, then the last one sent, which may have arrived as well. */
const passwords = new Map<string, readonly string[]>();
/** Plain texts of the entries written during the rotation, by their keys. */
const entries = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-vault-"));
  database = await testDatabase(folder);
  env = {
    GATEHOUSE_DATA: folder,
    DATABASE_URL: database.url,
    PUBLIC_ADDRESS: "https://gatehouse.example",
    TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    CALLS_PER_MINUTE_AND_CALLER: "0",
  };
  prepared = await prepareDatabase({
    settings: readSettings(env),
    log: createLogger({ module: "test", level: "silent" }),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  await foundOrganisation(prepared.service.context, { people: ["ada"], targets: { T1: [] } });
  const { store } = prepared.service.context;
  for (let number = 0; number < credentials; number++) await addCredential(number);
  await fillVault(store, "T1", accounts);
  await fillSealedColumns(store, others);
  apis = await Promise.all([startApi(), startApi()]);
  await token();
}, timeout);
afterAll(async () => {
  for (const { process } of apis) {
    process.child.kill("SIGTERM");
    await process.ended();
  }
  await prepared.service.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function addCredential(number: number): Promise<void> {
  const { store, clock, ids } = prepared.service.context;
  const key = ids.guid();
  const password = store.seal(new Secret(`first ${number}`), { table, key, column: "password" });
  await store.transaction(() =>
    store.add(table, {
      key,
      targetSystemId: "T1",
      administratorId: `admin ${number}`,
      password,
      lastChanged: clock.now(),
      useOrder: number,
    }),
  );
  passwords.set(key, [`first ${number}`]);
}

async function startApi() {
  const port = await freePort();
  const process = startGatehouse(["api"], { env: { ...env, HTTP_PORT: String(port) } });
  await process.until(/The API listens/);
  return { address: `http://127.0.0.1:${port}`, process };
}

let signedIn = { token: Promise.resolve(""), untilMs: 0 };

/** Returns a token that is valid for a while: a busy machine takes longer over a rotation than a token lasts. */
function token(): Promise<string> {
  if (performance.now() > signedIn.untilMs)
    signedIn = { token: signIn(), untilMs: performance.now() + (accessTokenSeconds / 2) * 1000 };
  return signedIn.token;
}

async function signIn(): Promise<string> {
  const password = prepared.superuser?.password.use((text) => text) ?? "";
  const body = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username: "admin", password });
  const answer = await fetch(`${apis[0]?.address}/identity/connect/token`, { method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const failures: string[] = [];

/** Changes passwords one after the other through one of the processes, each call with an idempotency key. */
async function write(lane: number, signal: AbortSignal): Promise<void> {
  const own = [...passwords.keys()].filter((_key, index) => index % lanes === lane);
  for (let round = 0; !signal.aborted; round++) {
    const key = own[round % own.length] ?? "";
    const password = `lane ${lane} round ${round}`;
    passwords.set(key, [...(passwords.get(key) ?? []), password]);
    const answer = await fetch(`${apis[lane % apis.length]?.address}/v2/targetSystems('T1')/credentials(${key})`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${await token()}`,
        "content-type": "application/json",
        "idempotency-key": `${lane}-${round}`,
      },
      body: JSON.stringify({ password }),
    });
    if (answer.status >= 300) failures.push(`${answer.status} ${await answer.text()}`);
    else passwords.set(key, [password]);
    await sleep(writePauseMs);
  }
}

/** Adds entries to the vault one after the other, as a hub does. */
async function writeEntries(signal: AbortSignal): Promise<void> {
  const { store, ids } = prepared.service.context;
  for (let number = 0; !signal.aborted; number++) {
    const key = ids.guid();
    const words = `entry ${number}`;
    const secret = store.seal(new Secret(words), { table: "vaultEntries", key, column: "secret" });
    const of = { managedAccountKey: numberedKey("a", number % accounts), createdNode: "node1", createdAt: 4_000 };
    await store.transaction(() => store.add("vaultEntries", { ...of, key, secret, origin: "observed", status: "U" }));
    entries.set(key, words);
    await sleep(writePauseMs);
  }
}

const vault = (...words: string[]) => runGatehouse(["vault", ...words], { env: { ...env, LOG_LEVEL: "silent" } });
const ring = () => createKeyRing({ folder });

const readTexts = () => readSealedTexts(database.url, ring());

type Texts = ReadonlyMap<string, readonly string[]>;

/** Returns the texts of before that must be unchanged, without the passwords of credentials, which may have changed. */
const staying = (before: ReadonlyMap<string, string>): Texts =>
  new Map([...before].flatMap(([place, text]) => (place.startsWith(`${table}.`) ? [] : [[place, [text]]])));

/** Returns the texts written meanwhile that must exist after the writers have ended. */
const written = (): Texts =>
  new Map([
    ...[...entries].map(([key, text]) => [`vaultEntries.secret ${key}`, [text]] as const),
    ...[...passwords].map(([key, any]) => [`${table}.password ${key}`, any] as const),
  ]);

const wrongOf = (wanted: Texts, found: ReadonlyMap<string, string>): string[] =>
  [...wanted].flatMap(([place, any]) => (any.includes(found.get(place) ?? "") ? [] : [place])).slice(0, 3);

it(
  `a rotation of ${accounts * entriesEach} entries and every other sealed column that is killed ${kills} times while processes write ends with every text under the new key, and the old ones go`,
  { timeout },
  async () => {
    const before = await readTexts();
    // The first calls below add the kept answers.
    expect(emptyColumns(before)).toEqual(["keptAnswers.answer"]);
    expect(before.size).toBeGreaterThan(accounts * entriesEach + credentials + 11 * others);
    const stop = new AbortController();
    const writing = [
      writeEntries(stop.signal),
      ...Array.from({ length: lanes }, (_, lane) => write(lane, stop.signal)),
    ];
    const first = ring().current();
    for (let kill = 0; kill < kills; kill++) {
      const rotation = startGatehouse(["vault", "rotate-key"], { env });
      await rotation.until(/current {2}[0-9a-f]{12}/);
      if (kill === 0) await expectTaken(first);
      // It wraps nothing before every process has taken the key.
      await sleep((kill === 0 ? 0 : keyTakenMs) + randomInt(wrappedForMs));
      rotation.child.kill("SIGKILL");
      await rotation.ended();
    }
    const begun = performance.now();
    // The interrupted rotation continues, without a further key.
    const ended = await vault("rotate-key");
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining(`current  ${ring().current()}`) as string });
    console.log(
      `the last rotation: ${Math.round(performance.now() - begun)} ms, ${/wrapped.*/.exec(ended.output)?.[0]}`,
    );
    const current = ring().current();
    const older = ring()
      .facts()
      .filter(({ state }) => state === "older")
      .map(({ kid }) => kid);
    expect(older).toContain(first);
    expect((await vault("remove-key", current)).output).toContain("It is the current key");
    const wrapped = await readTexts();
    expect(emptyColumns(wrapped)).toEqual([]);
    expect(wrongOf(staying(before), wrapped)).toEqual([]);
    await sleep(settlesInMs());
    for (const kid of older) expect(await vault("remove-key", kid)).toEqual({ code: 0, output: `removed  ${kid}\n` });
    stop.abort();
    await Promise.all(writing);
    expect(failures.slice(0, 3)).toEqual([]);
    expect(entries.size).toBeGreaterThan(0);
    const after = await readTexts();
    for (const wanted of [staying(before), written()]) expect(wrongOf(wanted, after)).toEqual([]);
    const status = JSON.parse((await vault("status", "--json")).output) as { counts: { kid: string }[] };
    expect(new Set(status.counts.map(({ kid }) => kid))).toEqual(new Set([current]));
    expect(await vault("verify")).toMatchObject({ code: 0 });
    // The hashes of the audit were made with keys that are gone.
    expect(await runGatehouse(["audit", "verify"], { env: { ...env, LOG_LEVEL: "silent" } })).toMatchObject({
      code: 0,
    });
  },
);

it("a text that does not open is named without anything of it, and the command fails", { timeout }, async () => {
  const { store } = prepared.service.context;
  const [key = ""] = passwords.keys();
  await store.transaction(() => store.save(table, { key, password: "words-of-nobody" }));
  const { code, output } = await vault("verify");
  expect(code).toBe(1);
  expect(output).toContain(`${table}.password  ${key}`);
  expect(output).not.toContain("words-of-nobody");
  expect((await vault("status")).output).toContain("not a sealed text");
});

/** Returns the milliseconds until keys before the current one may be removed. */
function settlesInMs(): number {
  const current = ring()
    .facts()
    .find(({ state }) => state === "current");
  const at = Date.parse(current?.createdAt ?? "") + keySettleSeconds * 1000;
  return Math.max(0, at - Date.now()) + writePauseMs;
}

/** Waits for the first text under another key, sealed by a process that got no notice. */
async function expectTaken(old: string): Promise<void> {
  const { store } = prepared.service.context;
  const takenBy = async () => {
    const rows = await store.select(table);
    return rows.some(({ password }) => password !== null && password.split("|")[1] !== old);
  };
  await expect.poll(takenBy, { timeout: keyTakenMs }).toBe(true);
}
