import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openLogFile } from "#platform/logs/log-file.ts";
import { createLogger, type Logger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { type Environment, readSettings } from "#platform/settings/settings.ts";
import { startTemporalServer } from "#platform/temporal/temporal-server.ts";

import type { ComposedService } from "../compose.ts";
import { surroundings } from "../up/environments.ts";
import { enrolLocalProxy } from "../up/local-proxy.ts";
import { prepareDatabase } from "../up/prepare-database.ts";
import { type ProvedDatabase, startDatabase } from "./database.ts";
import { type Directory, startDirectory } from "./directory.ts";
import { keepRunning, type Kept } from "./keep-running.ts";
import { type ProductProcess, startProduct } from "./product-process.ts";

/** What a throwaway installation is made of. */
export interface InstallationWish {
  readonly accounts: number;
  readonly database: ProvedDatabase;
  /** Settings of the proxy beside the usual ones, such as further connectors. */
  readonly proxySettings: Environment;
  /** Told in words what is going on. */
  readonly report: (words: string) => void;
  /** Breaks the start off. */
  readonly signal: AbortSignal;
}

/** An installation of its own, all processes of which may be killed: each is started again at once. */
export interface ThrowawayInstallation {
  readonly folder: string;
  readonly pointsFolder: string;
  readonly directory: Directory;
  /** The same database in this process. */
  readonly service: ComposedService;
  /** What may be killed, by name. */
  readonly victims: ReadonlyMap<string, Victim>;
  /** Ends everything; the folder stays. */
  stop(): Promise<void>;
}

/** Ends processes without a warning. */
export interface Victim {
  kill(): Promise<void>;
}

/** Makes the folder of a throwaway installation, for its owner alone; nothing else is written outside of it. */
export function makeProofFolder(): string {
  return mkdtempSync(join(tmpdir(), "gatehouse-prove-"));
}

/** Removes such a folder with all that is in it. */
export function removeProofFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Sets up an installation in a folder of its own, with a directory as its target, all on free ports of 127.0.0.1. What had been started
 * is ended when the set-up fails.
 * @throws CliError when a program is missing
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
  { accounts, database: kind, proxySettings, report, signal }: InstallationWish,
  closing: Closing,
): Promise<Omit<ThrowawayInstallation, "stop">> {
  const pointsFolder = join(folder, "points");
  for (const name of ["points", "log", "data", "proxy"]) mkdirSync(join(folder, name), { mode: 0o700 });
  requirePrivateFolder(join(folder, "data"));
  const log = logOf(folder);
  report("the directory");
  const directory = await startDirectory(join(folder, "directory"), accounts);
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
    ...{ GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: database.url, HTTP_PORT: String(port) },
  };
  const proxy = { ...common, ...proxySettings, GATEHOUSE_DATA: join(folder, "proxy"), API_ADDRESS: address };
  const { service } = await prepareDatabase({ settings: readSettings(server), log, report, signal });
  closing.push(() => service.close());

  const keep = (launch: Parameters<typeof keepRunning>[0]): Kept => {
    const kept = keepRunning(launch);
    closing.push(() => kept.stop());
    return kept;
  };
  const product = (name: ProductProcess["name"], environment: Environment) =>
    keep(() => startProduct({ name, environment, folder, logFile: join(folder, "log", `${name}.log`), pointsFolder }));
  report("Temporal, API, hub and proxy");
  const temporal = keep(() =>
    startTemporalServer({ dataFolder: join(folder, "temporal"), log, port: temporalPort, report, signal }),
  );
  await temporal.ready();
  signal.throwIfAborted();
  const [api, hub] = [product("api", server), product("hub", server)];
  await api.ready();
  await enrolLocalProxy(service.context, join(folder, "proxy"), address);
  const local = product("proxy", proxy);
  await Promise.all([hub.ready(), local.ready()]);
  signal.throwIfAborted();
  // SQLite is killed with the processes that write it, both in the same moment.
  const writers: Victim = {
    async kill() {
      await Promise.all([api.ready(), hub.ready()]);
      await Promise.all([api.kill(), hub.kill()]);
    },
  };
  return {
    ...{ folder, pointsFolder, directory, service },
    victims: new Map<string, Victim>([
      ...([
        ["api", api],
        ["hub", hub],
        ["proxy", local],
        ["temporal", temporal],
      ] as const),
      ["database", database.server ?? writers],
    ]),
  };
}

function logOf(folder: string): Logger {
  return createLogger({
    module: "prove",
    level: "info",
    destination: openLogFile({ path: join(folder, "log", "prove.log") }),
  });
}
