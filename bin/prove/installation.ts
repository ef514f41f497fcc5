import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { systemClock } from "#platform/clock.ts";
import { openLogFile } from "#platform/logs/log-file.ts";
import { createLogger, type Logger } from "#platform/logs/log.ts";
import { removeNoticeSockets } from "#platform/notices/notice-address.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { type Environment, readSettings } from "#platform/settings/settings.ts";
import { startTemporalServer } from "#platform/temporal/temporal-server.ts";
import { restoreBackup } from "#store/backup.ts";

import type { ComposedService } from "../compose.ts";
import { surroundings } from "../up/environments.ts";
import { enrolLocalProxy } from "../up/local-proxy.ts";
import { prepareDatabase } from "../up/prepare-database.ts";
import { type ProvedDatabase, startDatabase } from "./database.ts";
import { type Directory, startDirectory } from "./directory.ts";
import { keepRunning, type Kept } from "./keep-running.ts";
import { type ProductProcess, startProduct } from "./product-process.ts";
import { startUp } from "./start-up.ts";

/** Size, database and settings of a throwaway installation. */
export interface InstallationWish {
  readonly accounts: number;
  readonly dependants: number;
  readonly database: ProvedDatabase;
  /** Settings of the proxy beside the usual ones, such as further connectors. */
  readonly proxySettings: Environment;
  /** Receives the progress in words. */
  readonly report: (words: string) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/** An installation of its own; each of its processes may be killed and is restarted immediately. */
export interface ThrowawayInstallation {
  readonly folder: string;
  readonly pointsFolder: string;
  readonly directory: Directory;
  /** Service of this process on the same database. */
  readonly service: ComposedService;
  /** Processes that may be killed, by name. */
  readonly victims: ReadonlyMap<string, Victim>;
  /** Stops API, hub and proxy and lets `gatehouse up` run them, which is restarted whenever it ends. */
  putUnderUp(): Promise<Kept>;
  /**
   * Stops everything but the directory, restores a backup into a folder of its own, and lets `gatehouse up` run that with an empty
   * engine.
   */
  startRestored(file: string, restoring?: Restoring): Promise<ComposedService>;
  /** Stops everything; the folder stays. */
  stop(): Promise<void>;
}

/** Runs between a restore and the start after it; receives the file of the restored database. */
export type Restoring = (database: string) => void;

/** A process that can be ended without warning. */
export interface Victim {
  /** Waits until it works. */
  ready(): Promise<void>;
  kill(): Promise<void>;
  /** Kills the process during its start; absent if that is not possible. */
  killStarting?(afterMs: number): Promise<void>;
}

/** Creates the folder of a throwaway installation, for its owner alone; nothing else is written outside it. */
export function makeProofFolder(): string {
  return mkdtempSync(join(tmpdir(), "gatehouse-prove-"));
}

/** Removes such a folder with all its contents. */
export function removeProofFolder(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) removeNoticeSockets(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Sets up an installation in a folder of its own, with a directory as its target, all on free ports of 127.0.0.1. If the set-up
 * fails, everything started is stopped.
 * @throws CliError if a program is missing
 */
export async function startInstallation(folder: string, wish: InstallationWish): Promise<ThrowawayInstallation> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    return { ...(await start(folder, wish, closing)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Closing = (() => Promise<void>)[];

async function start(
  folder: string,
  { accounts, dependants, database: kind, proxySettings, report, signal }: InstallationWish,
  closing: Closing,
): Promise<Omit<ThrowawayInstallation, "stop">> {
  const pointsFolder = join(folder, "points");
  for (const name of ["points", "log", "data", "proxy"]) mkdirSync(join(folder, name), { mode: 0o700 });
  requirePrivateFolder(join(folder, "data"));
  const log = logOf(folder);
  report("the directory");
  const directory = await startDirectory(join(folder, "directory"), { accounts, dependants });
  closing.push(() => directory.server.stop());
  report("the database");
  const database = await startDatabase(kind, join(folder, "database"));
  if (database.server) closing.push(database.server.stop);
  const port = await freePort();
  const temporalPort = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const common = { ...surroundings(process.env), TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`, LOG_LEVEL: "info" };
  const server = {
    ...common,
    GATEHOUSE_DATA: join(folder, "data"),
    DATABASE_URL: database.url,
    HTTP_PORT: String(port),
  };
  const proxy = { ...common, ...proxySettings, GATEHOUSE_DATA: join(folder, "proxy"), API_ADDRESS: address };
  const prepare = async (settings: Environment): Promise<ComposedService> => {
    const prepared = await prepareDatabase({ settings: readSettings(settings), log, report, signal });
    closing.push(() => prepared.service.close());
    return prepared.service;
  };
  const service = await prepare(server);
  const { running, keep } = createKeeping(closing);
  const product = (name: ProductProcess["name"], environment: Environment) =>
    keep((begun) =>
      startProduct({ name, environment, folder, logFile: join(folder, "log", `${name}.log`), pointsFolder }, begun),
    );
  report("Temporal, API, hub and proxy");
  const keepTemporal = (name: string) =>
    keep(() => startTemporalServer({ dataFolder: join(folder, name), log, port: temporalPort, report, signal }));
  const temporal = keepTemporal("temporal");
  await temporal.ready();
  signal.throwIfAborted();
  const [api, hub] = [product("api", server), product("hub", server)];
  await api.ready();
  await enrolLocalProxy(service.context, join(folder, "proxy"), address);
  const local = product("proxy", proxy);
  await Promise.all([hub.ready(), local.ready()]);
  signal.throwIfAborted();
  const keepUp = async (settings: Environment): Promise<Kept> => {
    const up = keep((begun) => startUp({ environment: { ...settings, ...proxySettings }, folder }, begun));
    await up.ready();
    return up;
  };
  return {
    async putUnderUp() {
      for (const each of [local, hub, api]) await each.stop();
      return keepUp(server);
    },
    async startRestored(file, restoring) {
      for (const each of running.splice(0).toReversed()) await each.stop();
      const place = {
        ...server,
        ...restoreInto(join(folder, "restored"), file, restoring),
      };
      await keepTemporal("restored-temporal").ready();
      await keepUp(place);
      return prepare(place);
    },
    folder,
    pointsFolder,
    directory,
    service,
    victims: victimsOf({
      api,
      hub,
      proxy: local,
      temporal,
      database: database.server,
    }),
  };
}

/** Keeps processes running until the installation is closed, and records them. */
function createKeeping(closing: Closing) {
  const running: Kept[] = [];
  return {
    running,
    keep(launch: Parameters<typeof keepRunning>[0]): Kept {
      const kept = keepRunning(launch);
      closing.push(() => kept.stop());
      running.push(kept);
      return kept;
    },
  };
}

/** Restores a backup into a new folder, and returns the settings to use it. */
function restoreInto(dataFolder: string, file: string, restoring?: Restoring): Environment {
  mkdirSync(dataFolder, { mode: 0o700 });
  const database = join(dataFolder, "gatehouse.db");
  restoreBackup(file, { database, dataFolder, now: systemClock.now() });
  restoring?.(database);
  return { GATEHOUSE_DATA: dataFolder, DATABASE_URL: `sqlite:${database}` };
}

type Parts = Readonly<Record<"api" | "hub" | "proxy" | "temporal", Kept>> & { readonly database: Kept | undefined };

function victimsOf({ api, hub, proxy, temporal, database }: Parts): ReadonlyMap<string, Victim> {
  // SQLite is killed with the processes that write to it, both at the same moment.
  const writers: Victim = {
    ready: async () => void (await Promise.all([api.ready(), hub.ready()])),
    async kill() {
      await writers.ready();
      await Promise.all([api.kill(), hub.kill()]);
    },
  };
  const servers = { temporal: whileItWorks(temporal), database: database ? whileItWorks(database) : writers };
  return new Map<string, Victim>(Object.entries({ api, hub, proxy, ...servers }));
}

/** Makes the victim for a third-party server, which is killed only while it works: it does not report the process id of a start. */
const whileItWorks = ({ ready, kill }: Kept): Victim => ({ ready, kill });

function logOf(folder: string): Logger {
  return createLogger({
    module: "prove",
    level: "info",
    destination: openLogFile({ path: join(folder, "log", "prove.log") }),
  });
}
