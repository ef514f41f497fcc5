import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { keyRingFileName } from "#platform/keys/key-ring-file.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { openDatabase } from "#store/database.ts";

import { callCommand } from "./commands.ts";
import { testDatabase } from "./database.ts";
import { prepareEmptyDatabase } from "./empty-database.ts";
import { type GatehouseProcess, startGatehouse } from "./gatehouse.ts";
import { createHttpClient, type HttpAnswer } from "./http-client.ts";
import { signalApi } from "./process-tree.ts";
import { requireSoundRows } from "./sound-rows.ts";
import { startTcpRelay } from "./tcp-relay.ts";

/** One running `gatehouse api`. */
export interface ApiProcess {
  /** Calls an address that needs a token and no database: 404 = the token is accepted, 401 = it is refused, 503 = it cannot be checked. */
  judge(token: string): Promise<HttpAnswer>;
  /** Calls the same address with the session of a browser, as its headers show it. */
  judgeSession(headers: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** Ends the session of a browser. */
  signOut(headers: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  get(path: string): Promise<HttpAnswer>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** Suspends the process, as on an overloaded machine; returns a function that resumes it. */
  freeze(): () => void;
}

/** Several API processes on one database. */
export interface ApiProcesses {
  /** Two processes of one machine, and one that shares only the database with them, as on another machine. */
  readonly processes: { readonly first: ApiProcess; readonly second: ApiProcess; readonly remote: ApiProcess };
  /** The same database in this process, as a command of the first machine opens it. */
  readonly service: ComposedService;
  /** Runs a command of the first machine. */
  command(...words: string[]): Promise<{ code: number | string; output: string }>;
  /** Cuts the remote process off from the change log; returns a function that connects it again. */
  cutOff(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Starts the processes; `environment` is added to that of each. */
export async function startApiProcesses(environment: Readonly<Record<string, string>> = {}): Promise<ApiProcesses> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-apis-"));
  const remoteFolder = join(folder, "remote");
  const database = await testDatabase(folder);
  const common = {
    PUBLIC_ADDRESS: "https://gatehouse.example",
    // Nothing here needs Temporal.
    TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    ...environment,
  };
  const local = { ...common, GATEHOUSE_DATA: folder, DATABASE_URL: database.url };
  await prepareEmptyDatabase(database.url);
  const service = await composeService(readSettings(local), "test", { dispatch: "none" });
  await invoke(install, service.context, programCaller("test"), {});
  mkdirSync(remoteFolder, { mode: 0o700 });
  copyFileSync(join(folder, keyRingFileName), join(remoteFolder, keyRingFileName));
  const cable = await layCable(database.url);
  const remote = { ...common, GATEHOUSE_DATA: remoteFolder, DATABASE_URL: cable.databaseUrl };
  // On the first machine only a notice is fast enough for what the tests demand.
  const noticed = { ...local, CHANGES_POLL_MS: "5000" };
  const started = await Promise.all([noticed, noticed, remote].map((env) => startApi(env)));
  const [first, second, far] = started.map(({ api }) => api) as [ApiProcess, ApiProcess, ApiProcess];
  return {
    processes: { first, second, remote: far },
    service,
    command: (...words) => callCommand(words, { env: local }),
    cutOff: cable.cutOff,
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
      await cable.remove();
      await service.close();
      try {
        await requireSoundRows(database.url);
      } finally {
        await database.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function startApi(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly api: ApiProcess; stop(): Promise<void> }> {
  const port = await freePort();
  const child: GatehouseProcess = startGatehouse(["api"], { env: { ...env, HTTP_PORT: String(port) } });
  await child.until(/The API listens/);
  const http = createHttpClient(`http://127.0.0.1:${port}`, 10);
  return {
    api: {
      judge: (token) => http.call("GET", "/v2/nothing-of-this-name", { token }),
      judgeSession: (headers) => http.call("GET", "/v2/nothing-of-this-name", { headers }),
      signOut: (headers) => http.call("DELETE", "/react/session", { headers }),
      get: (path) => http.call("GET", path),
      post: (path, fields) => http.call("POST", path, { form: new URLSearchParams(fields).toString() }),
      freeze() {
        signalApi(child, "SIGSTOP");
        return () => signalApi(child, "SIGCONT");
      },
    },
    async stop() {
      http.close();
      // A failed test may have left the process suspended, and then it would not handle the end signal.
      signalApi(child, "SIGCONT");
      child.child.kill("SIGTERM");
      await child.ended();
    },
  };
}

interface Cable {
  readonly databaseUrl: string;
  cutOff(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/**
 * Returns the address of the remote process's database, with a function that cuts it off. The connection to a server is cut; an SQLite file
 * has none, so its change log is renamed.
 */
async function layCable(databaseUrl: string): Promise<Cable> {
  if (databaseUrl.startsWith("sqlite:")) {
    const rename = async (from: string, to: string) => {
      const database = openDatabase({ databaseUrl });
      await database.transactions.run(() => database.write(`ALTER TABLE \`${from}\` RENAME TO \`${to}\``));
      await database.close();
    };
    const cutOff = async () => {
      await rename("changeLog", "changeLogPutAway");
      return () => rename("changeLogPutAway", "changeLog");
    };
    return { databaseUrl, cutOff, remove: async () => undefined };
  }
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  let relay = await startTcpRelay(target);
  const { port } = relay;
  url.port = String(port);
  return {
    databaseUrl: url.href,
    async cutOff() {
      await relay.stop();
      return async () => {
        relay = await startTcpRelay(target, port);
      };
    },
    remove: () => relay.stop(),
  };
}
