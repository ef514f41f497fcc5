import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { ServiceContext } from "#operations/kernel/context.ts";
import { openLogFile } from "#platform/logs/log-file.ts";
import { createLogger, type Logger } from "#platform/logs/log.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import type { Environment } from "#platform/settings/settings.ts";
import { startTemporalServer } from "#platform/temporal/temporal-server.ts";

import type { ComposedService } from "../compose.ts";
import { surroundings } from "../up/environments.ts";
import { type ProvedDatabase, startDatabase } from "./database.ts";
import { keepRunning, type Kept } from "./keep-running.ts";
import { type ProductProcess, startProduct } from "./product-process.ts";

/** Steps that stop what was started, in the order of the starts. */
export type Closing = (() => Promise<void>)[];

/** Step that prepares an empty database and opens its service, before any process uses it. */
export type Preparing = (place: {
  readonly settings: Environment;
  readonly log: Logger;
  /** Address of the API that will run. */
  readonly address: string;
}) => Promise<ComposedService>;

/** Database, settings and preparation of an installation. */
export interface PartsWish {
  readonly database: ProvedDatabase;
  /** Settings of API and hub beside the usual ones. */
  readonly serverSettings?: Environment;
  /** Settings of the proxy beside the usual ones. */
  readonly proxySettings: Environment;
  readonly preparing: Preparing;
  /** Step that enrolls the proxy through the API; receives its folder and the address of the API. */
  readonly enrolling: (context: ServiceContext, folder: string, address: string) => Promise<void>;
  /** Receives the progress in words. */
  readonly report: (words: string) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
}

/** A process that can be ended without warning. */
export interface Victim {
  /** Waits until it works. */
  ready(): Promise<void>;
  kill(): Promise<void>;
  /** Kills the process during its start; absent if that is not possible. */
  killStarting?(afterMs: number): Promise<void>;
}

type KeptParts = Readonly<Record<"api" | "hub" | "proxy" | "temporal", Kept>>;

/** Processes of an installation, each restarted whenever it ends, and its service in this process. */
export interface Parts {
  readonly pointsFolder: string;
  /** Settings of API and hub. */
  readonly server: Environment;
  readonly address: string;
  readonly service: ComposedService;
  readonly kept: KeptParts;
  /** Everything that runs. */
  readonly running: Kept[];
  /** Processes that may be killed, by name. */
  readonly victims: ReadonlyMap<string, Victim>;
  /** Keeps a further process running until the installation is closed. */
  keep(launch: Parameters<typeof keepRunning>[0]): Kept;
  /** Keeps a Temporal server running in a folder of that name. */
  keepTemporal(name: string): Kept;
  /** Keeps API or hub running again, or a proxy that was enrolled in a folder of that name. */
  keepProduct(name: ProductProcess["name"], folder?: string): Kept;
  /** Prepares a database by other settings. */
  prepare(settings: Environment): Promise<ComposedService>;
}

/** Starts database, Temporal, API, hub and proxy in a folder, all on free ports of 127.0.0.1. */
export async function startParts(folder: string, wish: PartsWish, closing: Closing): Promise<Parts> {
  const { database: kind, serverSettings = {}, proxySettings, preparing, enrolling, report, signal } = wish;
  const pointsFolder = join(folder, "points");
  for (const name of ["points", "log", "data", "proxy"]) mkdirSync(join(folder, name), { mode: 0o700 });
  requirePrivateFolder(join(folder, "data"));
  const log = logOf(folder);
  report("the database");
  const database = await startDatabase(kind, join(folder, "database"));
  if (database.server) closing.push(database.server.stop);
  const [port, temporalPort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const common = { ...surroundings(process.env), TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`, LOG_LEVEL: "info" };
  const server = {
    ...common,
    ...serverSettings,
    GATEHOUSE_DATA: join(folder, "data"),
    DATABASE_URL: database.url,
    HTTP_PORT: String(port),
  };
  const prepare = async (settings: Environment): Promise<ComposedService> => {
    const prepared = await preparing({ settings, log, address });
    closing.push(() => prepared.close());
    return prepared;
  };
  const service = await prepare(server);
  const { running, keep } = createKeeping(closing);
  const keepProduct: Parts["keepProduct"] = (name, place = name) => {
    const proxy = { ...common, ...proxySettings, GATEHOUSE_DATA: join(folder, place), API_ADDRESS: address };
    const environment = name === "proxy" ? proxy : server;
    const logFile = join(folder, "log", `${place}.log`);
    return keep((begun) => startProduct({ name, environment, folder, logFile, pointsFolder }, begun));
  };
  report("Temporal, API, hub and proxy");
  const keepTemporal = (name: string) =>
    keep(() => startTemporalServer({ dataFolder: join(folder, name), log, port: temporalPort, report, signal }));
  const temporal = keepTemporal("temporal");
  await temporal.ready();
  signal.throwIfAborted();
  const [api, hub] = [keepProduct("api"), keepProduct("hub")];
  await api.ready();
  await enrolling(service.context, join(folder, "proxy"), address);
  const proxy = keepProduct("proxy");
  await Promise.all([hub.ready(), proxy.ready()]);
  signal.throwIfAborted();
  const kept = { api, hub, proxy, temporal };
  const victims = victimsOf({ ...kept, database: database.server });
  return {
    pointsFolder,
    server,
    address,
    service,
    kept,
    running,
    victims,
    keep,
    keepTemporal,
    keepProduct,
    prepare,
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

function victimsOf({
  api,
  hub,
  proxy,
  temporal,
  database,
}: KeptParts & { readonly database: Kept | undefined }): ReadonlyMap<string, Victim> {
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
