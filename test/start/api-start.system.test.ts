import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { prepareDatabase } from "#bin/up/prepare-database.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";

import { testDatabase, type TestDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { startMariaDb, type TestMariaDb } from "../support/mariadb.ts";

let server: TestMariaDb;
let folder = "";
let port = 0;
let running: GatehouseProcess | undefined;
let schemas = 0;

beforeAll(async () => {
  server = await startMariaDb();
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-api-start-"));
  port = await freePort();
});
afterEach(async () => {
  running?.child.kill("SIGKILL");
  await running?.ended();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const freshDatabase = () => server.freshDatabase(`start_${++schemas}`);

/** Makes a database in the state after all migrations. */
async function migratedDatabase(): Promise<string> {
  const url = await freshDatabase();
  await prepareMigratedDatabase(url);
  return url;
}

/** Starts the API alone, which listens a while later; nothing listens at the address of Temporal, which it does not need. */
async function startApi(databaseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<GatehouseProcess> {
  running = startGatehouse(["api"], {
    env: {
      GATEHOUSE_DATA: folder,
      DATABASE_URL: databaseUrl,
      HTTP_PORT: String(port),
      START_UP_RETRY_SECONDS: "1",
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
      ...env,
    },
  });
  return running;
}

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init).catch((error: Error) => {
    // Alone it says "fetch failed", and the process may have said why it has ended.
    throw new Error(`${path}: ${String(error.cause)}. Output: ${running?.output().slice(-3000)}`, { cause: error });
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) as Record<string, unknown> };
}

/** Waits until the API says that it waits for parts, and expects that it does not listen. */
const waitsFor = async (api: GatehouseProcess, ...names: readonly string[]) => {
  await expect.poll(() => saidOf(api).at(-1)).toEqual(names);
  await expect(ask("/health")).rejects.toThrow("ECONNREFUSED");
};
const untilReady = async () => {
  const status = () =>
    ask("/ready").then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status).toBe(200);
};

/** Returns the dependencies for which the API waits, by its log, one entry per line. */
const saidOf = ({ output }: GatehouseProcess): string[][] =>
  output()
    .split("\n")
    .filter((line) => line.includes('"The API waits."'))
    .map((line) => (JSON.parse(line) as { waitsFor: string[] }).waitsFor);

describe("the preparation of a database", () => {
  it("waits for a server that is started late, and says for which one and why", async () => {
    const databaseUrl = await freshDatabase();
    await server.interrupt();
    const said: string[] = [];
    const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: databaseUrl });
    const log = createLogger({ module: "test", level: "silent" });
    const report = (words: string) => void said.push(words);
    const prepared = prepareDatabase({ settings, log, report, signal: new AbortController().signal });
    await expect.poll(() => said.length).toBeGreaterThan(0);
    expect(said[0]).toMatch(
      /^waits for mariadb:\/\/gatehouse@127\.0\.0\.1:\d+\/start_\d+: The database does not answer/,
    );
    await server.resume();
    const { service, superuser } = await prepared;
    expect(superuser?.id).toBe("admin");
    await service.close();
  });

  it("does not make a new installation where the folder of a file was mistyped", async () => {
    const env = { GATEHOUSE_DATA: folder, DATABASE_URL: `sqlite:${join(folder, "nowhere", "gatehouse.db")}` };
    for (const command of [["migrate"], ["up"], ["keys", "list"]]) {
      const { code, output } = await runGatehouse(command, { env: { ...env, HTTP_PORT: "0" } });
      expect(code, output).toBe(1);
      expect(output).toContain(`The folder ${join(folder, "nowhere")} of DATABASE_URL is not there.`);
    }
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });
});

describe("the API", () => {
  // @specification 8.start-retry
  it("waits for a database that is started late and then for its schema, says each once, and listens then", async () => {
    const url = await freshDatabase();
    await server.interrupt();
    const api = await startApi(url, { LOG_LEVEL: "debug" });
    await waitsFor(api, "database");
    await api.until(/(The API still waits\.[^]*){3}/);
    expect(saidOf(api)).toEqual([["database"]]);
    expect(api.output()).toContain("The database does not answer: ");
    await server.resume();
    await waitsFor(api, "schema");
    await migrate({ databaseUrl: url });
    await untilReady();
    expect((await ask("/v2/users")).status).toBe(401);
    expect(saidOf(api)).toEqual([["database"], ["schema"]]);
    expect(api.output()).toContain("Run 'gatehouse migrate'.");
    api.child.kill("SIGTERM");
    expect(await api.ended()).toBe(0);
  });

  it("waits as long as the database server may lose what it has committed, and says what to set", async () => {
    const url = await migratedDatabase();
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    const api = await startApi(url);
    await waitsFor(api, "database");
    await api.until(/set innodb_flush_log_at_trx_commit = 1/);
    const env = { GATEHOUSE_DATA: folder, DATABASE_URL: url, TEMPORAL_ADDRESS: "127.0.0.1:1" };
    const commands = [["hub"], ["migrate"], ["vault", "rotate-key"]];
    for (const { code, output } of await Promise.all(commands.map((command) => runGatehouse(command, { env })))) {
      expect(code, output).toBe(1);
      expect(output).toContain("set innodb_flush_log_at_trx_commit = 1");
    }
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    await untilReady();
  });

  it("writes nothing on a connection to a server that was started again without durable commits, and says what to set", async () => {
    const url = await migratedDatabase();
    const database = openDatabase({ databaseUrl: url });
    const count = async (name: string) =>
      database.transactions.run(() =>
        database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1)", [name]),
      );
    await count("before");
    await server.interrupt();
    await server.resume();
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    // The pool may not have noticed yet that its connection is gone.
    const code = () => count("lost").then(String, (error: { readonly code?: string }) => error.code);
    await expect.poll(code).toBe("DATABASE_NOT_DURABLE");
    await expect(count("lost")).rejects.toThrow(/Set innodb_flush_log_at_trx_commit = 1/);
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    await count("after");
    const rows = await database.read("SELECT `name` FROM `nodeCounters` WHERE `value` = 1 ORDER BY `name`");
    expect(rows.map(({ name }) => name)).toEqual(["after", "before"]);
    await database.close();
  });

  it("writes nothing more once the server is told, while it runs, to lose commits, and goes on when it is told to keep them", async () => {
    const databaseUrl = await migratedDatabase();
    // It checks before each transaction, not each minute as the service does.
    const database = openDatabase({ databaseUrl, durableMsMax: 0 });
    const count = (name: string) =>
      database.transactions.run(() =>
        database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1)", [name]),
      );
    await count("before");
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    await expect(count("lost")).rejects.toMatchObject({ code: "DATABASE_NOT_DURABLE" });
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    await count("after");
    const rows = await database.read("SELECT `name` FROM `nodeCounters` WHERE `value` = 1 ORDER BY `name`");
    expect(rows.map(({ name }) => name)).toEqual(["after", "before"]);
    await database.close();
  });

  it("does not start where passwords would come or go in clear, and says what to set", async () => {
    const env = { GATEHOUSE_DATA: folder, HTTP_HOST: "0.0.0.0", TEMPORAL_ADDRESS: "temporal.example:7233" };
    const { code, output } = await runGatehouse(["api"], { env });
    expect(code, output).toBe(2);
    expect(output).toMatch(/TRUSTED_PROXIES, or set HTTP_UNENCRYPTED=true/);
    expect(output).toMatch(/TEMPORAL_TLS_CA_FILE .* or TEMPORAL_UNENCRYPTED=true/);
  });

  it("does not start with plug-ins that others may change, and says which and how to mend it", async () => {
    const plugins = join(folder, "plugins");
    mkdirSync(plugins, { recursive: true });
    writeFileSync(join(plugins, "upper.mjs"), "export const run = ({ id }) => ({ id });");
    chmodSync(join(plugins, "upper.mjs"), 0o666);
    const { code, output } = await runGatehouse(["api"], { env: { GATEHOUSE_DATA: folder, PLUGIN_FOLDER: plugins } });
    expect(code, output).toBe(1);
    expect(output).toContain(`chmod go-w ${join(plugins, "upper.mjs")}`);
  });

  // @specification 8.start-retry
  it("waits for its address where others can reach it, and finds it in the data folder while it waits", async () => {
    const url = await migratedDatabase();
    const api = await startApi(url, { HTTP_HOST: "0.0.0.0", TRUSTED_PROXIES: "192.0.2.0/24" });
    await waitsFor(api, "BASE_IDSYNCH_URL");
    writeFileSync(join(folder, "gatehouse.env"), "BASE_IDSYNCH_URL=https://gatehouse.example\n", { mode: 0o600 });
    await untilReady();
    const { json } = await ask("/identity/.well-known/openid-configuration");
    expect(json["issuer"]).toBe("https://gatehouse.example/identity");
    expect(saidOf(api)).toEqual([["BASE_IDSYNCH_URL"]]);
  });

  it("answers no call with 500 while its database server is killed and started again", async () => {
    const url = await migratedDatabase();
    const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: url });
    const log = createLogger({ module: "test", level: "silent" });
    const prepared = await prepareDatabase({
      settings,
      log,
      report: () => undefined,
      signal: new AbortController().signal,
    });
    await startApi(url, { CALLS_PER_MINUTE_AND_CALLER: "0" });
    await untilReady();
    const password = prepared.superuser?.password.use((text) => text) ?? "";
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username: "admin", password });
    const { json } = await ask("/identity/connect/token", { method: "POST", body: form });
    const headers = {
      authorization: `Bearer ${String(json["access_token"])}`,
      "content-type": "application/json",
    };
    const answered = new Map<string, string>();
    let calls = 0;
    const over = new AbortController();
    const said = (what: string) => [...answered.values()].filter((one) => one === what).length;
    const callers = Array.from({ length: 12 }, async () => {
      while (!over.signal.aborted) {
        const id = `G${++calls}`;
        const body = JSON.stringify({ id, description: "made under load" });
        const answer = await ask("/v2/targetGroups", { method: "POST", headers, body });
        const { code = "" } = (answer.json["error"] ?? {}) as { code?: string };
        answered.set(id, `${answer.status} ${code}`.trim());
      }
    });
    const untilSaid = async (what: string, more: number) => {
      const before = said(what);
      await expect.poll(() => said(what)).toBeGreaterThanOrEqual(before + more);
    };
    for (let kills = 0; kills < 3; kills++) {
      await untilSaid("201", 30);
      process.kill(server.pid, "SIGKILL");
      await untilSaid("503 DATABASE_UNAVAILABLE", 10);
      await server.interrupt();
      await server.resume();
    }
    await untilSaid("201", 30);
    over.abort();
    await Promise.all(callers);
    const kinds = new Set(answered.values());
    expect([...kinds].toSorted()).toEqual(
      ["201", "503 DATABASE_UNAVAILABLE", "503 OUTCOME_UNKNOWN"].filter((kind) => kinds.has(kind)),
    );
    const rows = await prepared.service.context.store.select("targetGroups");
    const there = new Set(rows.map(({ id }) => id));
    const untrue = [...answered].filter(
      ([id, kind]) => !kind.endsWith("UNKNOWN") && there.has(id) !== (kind === "201"),
    );
    expect(untrue).toEqual([]);
    await prepared.service.close();
  });

  it("ends at once when it is told to while it waits", async () => {
    const api = await startApi(await freshDatabase(), { START_UP_RETRY_SECONDS: "3600" });
    await waitsFor(api, "schema");
    api.child.kill("SIGTERM");
    expect(await api.ended(), api.output()).toBe(0);
  });
});

describe("gatehouse migrate --check", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase(folder);
  });
  afterEach(() => database.remove());
  const check = (url = database.url) =>
    runGatehouse(["migrate", "--check"], { env: { GATEHOUSE_DATA: folder, DATABASE_URL: url } });

  // @specification 8.database-level
  it("says what is missing and changes nothing, then that all is ready", async () => {
    for (let count = 0; count < 2; count++) {
      const before = await check();
      expect(before.code, before.output).toBe(1);
      expect(before.output).toContain("missing  0001-people-and-targets");
      expect(before.output).toMatch(/ok {7}Node 24\.\d+\.\d+ \(needed: ≥ 24\.18\)/);
      expect(before.output).toContain("compatibility level this database has none (needed: 130 where there is one)");
      expect(before.output).toContain("Run 'gatehouse migrate'.");
    }
    await migrate({ databaseUrl: database.url });
    const after = await check();
    expect([after.code, after.output]).toEqual([0, expect.stringContaining("The database is ready.")]);
  });

  it("of a server that loses commits fails, and says what to set", async () => {
    const url = await migratedDatabase();
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    const loose = await check(url);
    expect([loose.code, loose.output]).toEqual([1, expect.stringContaining("set innodb_flush_log_at_trx_commit = 1")]);
    await server.query("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    const sound = await check(url);
    expect([sound.code, sound.output]).toEqual([
      0,
      expect.stringMatching(/ok {7}MariaDB \d+\.\d+.* \(needed: ≥ 10\.6\)/),
    ]);
  });

  it("of a server that does not answer ends with 3 and the way out, without the password", async () => {
    const url = `mariadb://gatehouse:canary-password@127.0.0.1:${await freePort()}/gatehouse`;
    const away = await check(url);
    expect([away.code, away.output]).toEqual([3, expect.stringContaining("Start it, or correct DATABASE_URL.")]);
    expect(away.output).not.toContain("canary-password");
  });
});
