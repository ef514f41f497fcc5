import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { systemClock } from "#platform/clock.ts";
import { removeNoticeSockets } from "#platform/notices/notice-address.ts";
import { type Environment, readSettings } from "#platform/settings/settings.ts";
import { restoreBackup } from "#store/backup.ts";

import type { ComposedService } from "../compose.ts";
import { enrolLocalProxy } from "../up/local-proxy.ts";
import { prepareDatabase } from "../up/prepare-database.ts";
import type { ProvedDatabase } from "./database.ts";
import { type Directory, startDirectory } from "./directory.ts";
import type { Kept } from "./keep-running.ts";
import { type Closing, type Preparing, startParts, type Victim } from "./parts.ts";
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

async function start(
  folder: string,
  { accounts, dependants, report, signal, ...wish }: InstallationWish,
  closing: Closing,
): Promise<Omit<ThrowawayInstallation, "stop">> {
  report("the directory");
  const directory = await startDirectory(join(folder, "directory"), { accounts, dependants });
  closing.push(() => directory.server.stop());
  const preparing: Preparing = async ({ settings, log }) =>
    (await prepareDatabase({ settings: readSettings(settings), log, report, signal })).service;
  const parts = await startParts(folder, { ...wish, report, signal, preparing, enrolling: enrolLocalProxy }, closing);
  const { server, kept, running, keep, keepTemporal, service, victims, pointsFolder } = parts;
  const keepUp = async (settings: Environment): Promise<Kept> => {
    const up = keep((begun) => startUp({ environment: { ...settings, ...wish.proxySettings }, folder }, begun));
    await up.ready();
    return up;
  };
  return {
    async putUnderUp() {
      for (const name of ["proxy", "hub", "api"] as const) await kept[name].stop();
      return keepUp(server);
    },
    async startRestored(file, restoring) {
      for (const each of running.splice(0).toReversed()) await each.stop();
      const place = { ...server, ...restoreInto(join(folder, "restored"), file, restoring) };
      await keepTemporal("restored-temporal").ready();
      await keepUp(place);
      return parts.prepare(place);
    },
    folder,
    pointsFolder,
    directory,
    service,
    victims,
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
