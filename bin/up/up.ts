import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { softwareVersion } from "#domain/proxies/software-version.ts";
import { openLogFile } from "#platform/logs/log-file.ts";
import { createLogger } from "#platform/logs/log.ts";
import { freePort, requireFreePort } from "#platform/processes/free-port.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import type { Environment, Settings } from "#platform/settings/settings.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { describeDatabase } from "#store/database-url.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { messageOf } from "../failure.ts";
import { handedDescriptor, takeHandedSocket } from "../handed-socket.ts";
import { fired, stopSignal, takesLeave } from "../lifecycle.ts";
import { managementPlace } from "../management-port.ts";
import { createProgress, type Progress } from "../progress.ts";
import { listenForServiceReload, type Reload } from "../service-reload.ts";
import { createSupervisor, type Supervisor } from "../supervise.ts";
import { createSupervisedManagement, type SupervisedManagement } from "../supervised-management.ts";
import { addressLines } from "./address-lines.ts";
import { type ChildEnvironments, childEnvironments, localApiAddress } from "./environments.ts";
import { lendSampleAccount } from "./lend-account.ts";
import { enrolLocalProxy } from "./local-proxy.ts";
import { type PreparedDatabase, prepareDatabase } from "./prepare-database.ts";
import { reloadOf } from "./reload.ts";
import { runSampleRequest } from "./sample-request.ts";
import { createSampleTargets, loadSampleOrganisation, type Sample } from "./sample.ts";
import { signInLines } from "./sign-in-lines.ts";
import { claimDataFolder } from "./single-start.ts";
import { temporalPort } from "./temporal-port.ts";

/** Options of `up`. */
export interface UpOptions {
  readonly sample: boolean;
  readonly exit: boolean;
  readonly verbose: boolean;
}

/** Shared parts of one start. */
interface Start {
  readonly options: UpOptions;
  readonly settings: Settings;
  readonly supervisor: Supervisor;
  readonly management: SupervisedManagement;
  readonly progress: Progress;
  /** Environments of the children; known as soon as the address of the engine is. */
  readonly environments: Promise<ChildEnvironments>;
  /** Address of the API as this machine calls it. */
  readonly apiAddress: string;
  readonly log: ReturnType<typeof createLogger>;
  readonly signal: AbortSignal;
  /** Clean-ups to run at the end, the last opened first. */
  readonly closing: (() => Promise<void> | void)[];
  /** True once everything runs. */
  isServing: boolean;
  /** Takes `gatehouse reload` and SIGHUP from now on. */
  takeReloads(): Promise<void>;
}

/** Sets everything up, keeps it running until it is told to stop, and stops it. */
export async function up(options: UpOptions): Promise<void> {
  takeHandedSocket(process.env, process.pid);
  const settings = readSettings();
  let hangUp = () => progress.say("Not reloaded: it is starting.");
  const signal = stopSignal(() => hangUp());
  const release = await claimDataFolder(settings.dataFolder);
  const logFolder = join(settings.dataFolder, "log");
  const destination = openLogFile({ path: join(logFolder, "up.log") });
  const log = createLogger({ module: "up", level: settings.logLevel, destination });
  const echo = options.verbose ? { echo: (line: string) => console.log(line) } : {};
  const outdated = Promise.withResolvers<never>();
  // Nobody waits for it any more once everything stops.
  outdated.promise.catch(() => undefined);
  const management = createSupervisedManagement();
  const supervisor = createSupervisor({
    logFolder,
    log,
    management,
    ...echo,
    outdated: (words) => outdated.reject(new CliError(words)),
  });
  const progress = createProgress();
  const httpPort = settings.httpPort === 0 ? await freePort() : settings.httpPort;
  const ending = new AbortController();
  const environments = placeEngine({ settings, progress, log, signal: ending.signal }).then((temporalAddress) =>
    childEnvironments({ settings, temporalAddress, httpPort }, process.env),
  );
  // Every waiter reports the failure; until then it must not end the process.
  environments.catch(() => undefined);
  const apiAddress = localApiAddress(settings, httpPort);
  const start: Start = {
    options,
    settings,
    supervisor,
    progress,
    environments,
    apiAddress,
    log,
    signal,
    management,
    closing: [release, () => ending.abort(), () => management.close()],
    isServing: false,
    async takeReloads() {
      const temporalAddress = await environments.then(({ service }) => service["TEMPORAL_ADDRESS"] ?? "");
      const reload = reloadOf({ settings, supervisor, temporalAddress, httpPort });
      const listener = await listenForServiceReload(settings.dataFolder, reload);
      start.closing.push(() => listener.close());
      hangUp = () => void sayReload(start, reload);
    },
  };
  try {
    await management.open(managementPlace(settings), log, (words) => {
      log.warn(words);
      progress.say(words);
    });
    await Promise.race([run(start), fired(signal), outdated.promise]);
  } finally {
    await stop(start);
  }
}

/** Returns host:port of the engine. The port of an earlier start may stay in use for some seconds, while everything else continues. */
async function placeEngine({
  settings,
  progress,
  log,
  signal,
}: Pick<Start, "settings" | "progress" | "log" | "signal">): Promise<string> {
  if (settings.temporalAddress !== null) return settings.temporalAddress;
  const { port, instead } = await temporalPort({
    folder: temporalFolder(settings),
    wanted: settings.temporalPort,
    signal,
  });
  if (instead !== undefined) {
    const words = `Port ${instead} is taken: Temporal listens on ${port} from now on.`;
    log.warn(words);
    progress.say(`${words} Proxies beside it need the new TEMPORAL_ADDRESS; TEMPORAL_PORT sets a port.`);
  }
  return `127.0.0.1:${port}`;
}

/**
 * Requires the port of the API to be free. It is checked first, so that the user need not wait for everything else before choosing
 * another port.
 */
async function requireOwnPort(port: number): Promise<void> {
  await requireFreePort(port).catch((cause: unknown) => {
    const words = `Port ${port} is taken by another program. End it, or set HTTP_PORT to a free port.`;
    throw new CliError(words, ExitCode.Failed, cause);
  });
}

async function sayReload({ progress, log }: Start, reload: Reload): Promise<void> {
  try {
    const lines = await reload();
    log.info({ lines }, "Reloaded.");
    for (const line of lines) progress.say(line);
  } catch (err) {
    log.error({ err }, "Not reloaded.");
    progress.say(`Not reloaded: ${messageOf(err)}`);
  }
}

async function stop({ supervisor, progress, closing, signal, settings, isServing }: Start): Promise<void> {
  progress.end();
  if (signal.aborted) progress.say("\nStopping …");
  if (isServing && takesLeave(signal)) {
    supervisor.leave("api");
    await sleep(settings.lameDuckSeconds * 1000);
  }
  await supervisor.stop();
  for (const close of closing.toReversed()) await close();
  progress.say("Everything has stopped; the data is kept.");
}

async function run(start: Start): Promise<void> {
  const { options, settings, management, progress, signal, apiAddress } = start;
  progress.say(`Gatehouse ${softwareVersion}, data in ${settings.dataFolder}`);
  if (settings.httpPort !== 0 && handedDescriptor(process.env) === undefined) await requireOwnPort(settings.httpPort);
  const temporal = startTemporal(start);
  const database = await showDatabase(start);
  const api = startInBackground(start, "api");
  const hub = startInBackground(start, "hub");
  const sample = options.sample ? await showSampleLoad(start, database) : undefined;
  await progress.step("Temporal server", temporal, (address) => address ?? "");
  await progress.step(
    "API",
    () => api(),
    (address) => address ?? "",
  );
  await showProxy(start, database);
  await progress.step(
    "Hub",
    () => hub(),
    () => "workflows, outbox and monitor run",
  );
  if (sample) await showSample(start, database, sample);
  management.started();
  if (options.exit) return;
  sayAddresses(start);
  for (const line of sample ? signInLines(sample, settings.publicAddress ?? apiAddress) : []) progress.say(line);
  await start.takeReloads();
  start.isServing = true;
  await fired(signal);
}

/** Waits for a child and returns its address; from then on `report` receives the child's messages about its start. */
type BackgroundStart = (report?: (words: string) => void) => Promise<string | null>;

function startInBackground(
  { supervisor, environments }: Start,
  name: "api" | "hub" | "temporal",
  more: Environment = {},
): BackgroundStart {
  let report: ((words: string) => void) | undefined;
  const descriptor = handedDescriptor(process.env);
  const ready = environments.then(({ service }) =>
    supervisor.start(
      {
        name,
        command: [name],
        environment: { ...service, ...more },
        isManaged: name !== "temporal",
        ...(name === "api" && { descriptor }),
      },
      (words) => report?.(words),
    ),
  );
  // Awaited later, in its turn; until then a failure must not end the process.
  ready.catch(() => undefined);
  return (show) => {
    report = show;
    return ready;
  };
}

function temporalFolder({ dataFolder }: Settings): string {
  return join(dataFolder, "temporal");
}

function startTemporal(start: Start): BackgroundStart {
  const known = start.settings.temporalAddress;
  if (known !== null) return async () => `${known} (TEMPORAL_ADDRESS)`;
  const { logLevel } = start.settings;
  const more = {
    GATEHOUSE_TEMPORAL_DATA: temporalFolder(start.settings),
    [variableOf(settingTable.logLevel)]: logLevel,
  };
  return startInBackground(start, "temporal", more);
}

async function showDatabase({ settings, log, progress, closing, signal }: Start): Promise<PreparedDatabase> {
  const database = await progress.step(
    "Database",
    (report) => prepareDatabase({ settings, log, report, signal }),
    ({ ran }) =>
      `${describeDatabase(settings.databaseUrl)}, ${ran.length === 0 ? "up to date" : `${ran.length} change(s) ran`}`,
  );
  closing.push(() => database.service.close());
  const { superuser } = database;
  if (superuser) {
    superuser.password.use((text) =>
      progress.say(
        `\n  The superuser is '${superuser.id}', password: ${text}\n  It is shown this once; write it down.\n`,
      ),
    );
  }
  return database;
}

async function showSampleLoad({ progress, options }: Start, { service }: PreparedDatabase): Promise<Sample> {
  return progress.step(
    "Sample people",
    (report) => loadSampleOrganisation(service.context, { report, endsAfterIt: options.exit }),
    ({ people }) => `${people.size} people`,
  );
}

async function showProxy(
  { settings, apiAddress, environments, supervisor, progress }: Start,
  { service }: PreparedDatabase,
): Promise<void> {
  const folder = join(settings.dataFolder, "proxies", "local");
  await progress.step(
    "Proxy 'local'",
    async () => {
      await enrolLocalProxy(service.context, folder, apiAddress);
      await supervisor.start({
        name: "proxy",
        command: ["proxy"],
        isManaged: true,
        environment: (await environments).proxy(folder, apiAddress),
      });
      const proxy = await service.context.store.get("proxyServers", "local");
      return (proxy?.connectors ?? []).map(({ id, version }) => `${id} ${version}`).join(", ");
    },
    (connectors) => `connectors ${connectors}`,
  );
}

async function showSample(start: Start, { service }: PreparedDatabase, sample: Sample): Promise<void> {
  const { progress, settings, apiAddress: address, log, signal } = start;
  const folder = settings.sqliteFolder;
  await progress.step(
    "Sample targets",
    () => createSampleTargets(service.context, sample, folder),
    (created) => (created === 0 ? "are there" : `${created} created`),
  );
  await progress.step(
    "Sample password",
    () => lendSampleAccount(service.context, { folder, log, signal }),
    (account) => `${account} can be borrowed`,
  );
  progress.say();
  await runSampleRequest({ address, sample, folder, log, signal, say: (line) => progress.say(line) });
  progress.say();
}

function sayAddresses({ progress, apiAddress, settings }: Start): void {
  for (const line of addressLines(settings, apiAddress)) progress.say(line);
}
