import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { prepareDatabase } from "#bin/up/prepare-database.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { testDatabase } from "./database.ts";
import { prepareMigratedDatabase } from "./empty-database.ts";
import { type GatehouseProcess, startGatehouse } from "./gatehouse.ts";
import { createHttpClient } from "./http-client.ts";

/** An installation whose APIs a test starts, reloads and stops. */
export interface RestartedApis {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Starts an API on a port and waits until it listens. */
  start(port: number, more?: Readonly<Record<string, string>>): Promise<GatehouseProcess>;
  /** Signs the superuser in at an API, and again in good time; returns the token of that moment. */
  signIn(port: number): Promise<() => string>;
  /** Returns the names of all target groups. */
  targetGroups(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const signInEveryMs = 60_000;
const wordsOfListening = /"The API listens\."/;

/** Makes an installation with a superuser and no running process. */
export async function prepareRestartedApis(): Promise<RestartedApis> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-restarts-"));
  const database = await testDatabase(folder);
  await prepareMigratedDatabase(database.url);
  const environment = {
    GATEHOUSE_DATA: folder,
    DATABASE_URL: database.url,
    PUBLIC_ADDRESS: "https://iam.example",
    TRUSTED_PROXIES: "127.0.0.0/8",
    CALLS_PER_MINUTE_AND_CALLER: "0",
    LOG_LEVEL: "warn",
    TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
  };
  const { service, superuser } = await prepareDatabase({
    settings: readSettings(environment),
    log: createLogger({ module: "test", level: "silent" }),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  const password = superuser?.password.use((text) => text) ?? "";
  const started: GatehouseProcess[] = [];
  const timers: NodeJS.Timeout[] = [];
  return {
    folder,
    environment,
    async start(port, more = {}) {
      const api = startGatehouse(["api"], {
        env: { ...environment, LOG_LEVEL: "info", HTTP_PORT: String(port), ...more },
      });
      started.push(api);
      await api.until(wordsOfListening);
      return api;
    },
    async signIn(port) {
      const fields = { grant_type: "password", client_id: "gatehouse", username: "admin", password };
      const form = new URLSearchParams(fields).toString();
      const ask = async () => {
        const http = createHttpClient(`http://127.0.0.1:${port}`, 1);
        const { status, body } = await http.call("POST", "/identity/connect/token", { form });
        http.close();
        if (status !== 200) throw new Error(`The superuser was not signed in: ${JSON.stringify(body)}`);
        return (body as { access_token: string }).access_token;
      };
      let token = await ask();
      const renew = () =>
        ask().then(
          (next) => (token = next),
          () => undefined,
        );
      timers.push(setInterval(() => void renew(), signInEveryMs));
      return () => token;
    },
    async targetGroups() {
      return (await service.context.store.select("targetGroups")).map(({ id }) => id);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      for (const { child } of started) child.kill("SIGKILL");
      await Promise.all(started.map(({ ended }) => ended()));
      await service.close();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
