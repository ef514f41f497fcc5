import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { enrolLocalProxy } from "#bin/up/local-proxy.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { migrate } from "#store/schema/migrate.ts";

import { type TestDatabase, testDatabase } from "./database.ts";
import { prepareEmptyDatabase } from "./empty-database.ts";
import { type GatehouseProcess, startGatehouse } from "./gatehouse.ts";
import { answeringPid, signalApi } from "./process-tree.ts";
import { repeatedRequests } from "./repeated-requests.ts";
import { requireSoundRows } from "./sound-rows.ts";

/** The processes of an installation that a test may kill and start. */
export type ClusterProcess = "api" | "hub" | "proxy";

/** Options of a cluster beside its environment. */
export interface ClusterOptions {
  /** True if triggers watch that each changed row is in the change log (default); a benchmark does without. */
  readonly watched?: boolean;
  /** An empty database that the caller removes; absent = one of the kind that the suite runs on. */
  readonly databaseUrl?: string;
  /** Parent of its folder; absent = the folder for temporary files. */
  readonly below?: string;
}

/** The one target system of a cluster: an SQLite file behind the built-in connector. */
export const clusterTarget = "TARGET";

const working: Readonly<Record<ClusterProcess, RegExp>> = {
  api: /The API listens/,
  hub: /The hub runs/,
  proxy: /The proxy takes orders/,
};

/** Sets an installation up on a running Temporal server and starts all its processes. */
export async function startCluster(
  temporalAddress: string,
  environment: Readonly<Record<string, string>> = {},
  { watched = true, databaseUrl, below = tmpdir() }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(below, "gatehouse-cluster-"));
  const database =
    databaseUrl === undefined ? await testDatabase(folder) : { url: databaseUrl, remove: async () => undefined };
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const common = { TEMPORAL_ADDRESS: temporalAddress, ...environment };
  const server = { ...common, GATEHOUSE_DATA: folder, DATABASE_URL: database.url, HTTP_PORT: String(port) };
  const proxyFolder = join(folder, "proxy");
  const environments = {
    api: server,
    hub: server,
    proxy: { ...common, GATEHOUSE_DATA: proxyFolder, API_ADDRESS: address, SQLITE_FOLDER: folder },
  };
  await (watched ? prepareEmptyDatabase(database.url) : migrate({ databaseUrl: database.url }));
  const service = await composeService(readSettings({ ...process.env, ...repeatedRequests, ...server }), "test", {
    dispatch: "none",
  });
  await invoke(install, service.context, programCaller("test"), {});
  const cluster = new Cluster({ address, folder, service, environments, database, watched });
  await cluster.start("api");
  await enrolLocalProxy(service.context, proxyFolder, address);
  await saveTarget(service, cluster.targetFile);
  await Promise.all([cluster.start("hub"), cluster.start("proxy")]);
  return cluster;
}

async function saveTarget({ context }: ComposedService, file: string): Promise<void> {
  await context.store.transaction(async () => {
    await context.store.save("targetSystems", {
      id: clusterTarget,
      type: "sqlite",
      description: "The target of the test",
      address: { file },
      targetGroup: "DEFAULT",
      mode: "automatic",
      proxyServers: [],
    });
    await saveOption(context, { targetSystemId: clusterTarget, name: "autoApprove", target: "" }, true);
  });
}

interface ClusterParts extends Pick<Cluster, "address" | "folder" | "service"> {
  readonly environments: Readonly<Record<ClusterProcess, Readonly<Record<string, string>>>>;
  readonly database: TestDatabase;
  readonly watched: boolean;
}

/** An installation whose processes only the test starts and kills. */
export class Cluster {
  readonly address: string;
  /** A folder of its own, removed at the end. */
  readonly folder: string;
  /** The same database in this process. */
  readonly service: ComposedService;
  /** File of its target. */
  readonly targetFile: string;
  readonly #parts: ClusterParts;
  readonly #running = new Map<ClusterProcess, GatehouseProcess>();
  readonly #beside: GatehouseProcess[] = [];

  constructor(parts: ClusterParts) {
    this.address = parts.address;
    this.folder = parts.folder;
    this.service = parts.service;
    this.targetFile = join(parts.folder, "target.db");
    this.#parts = parts;
  }

  /** Starts a process; waits until it works or prints a given text, unless `wait` is false. */
  async start(name: ClusterProcess, { wait }: { readonly wait: boolean | RegExp } = { wait: true }): Promise<void> {
    const child = this.#launch(name);
    this.#running.set(name, child);
    if (wait !== false) await child.until(wait === true ? working[name] : wait);
  }

  /** Starts one more process of a kind beside the first, until the end; waits until it works. */
  async startBeside(name: ClusterProcess): Promise<void> {
    const child = this.#launch(name);
    this.#beside.push(child);
    await child.until(working[name]);
  }

  /** Returns the process ID of a running process, of the API that of the process that answers. */
  pidOf(name: ClusterProcess): number {
    const pid = this.#running.get(name)?.pid ?? 0;
    return name === "api" ? answeringPid(pid) : pid;
  }

  /** Kills a process without a warning; returns false if it does not run. */
  async kill(name: ClusterProcess): Promise<boolean> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (child === undefined) return false;
    if (!(name === "api" ? signalApi(child, "SIGKILL") : child.child.kill("SIGKILL"))) return false;
    await child.ended();
    return true;
  }

  /** Returns the names of the accounts in the target's own file, with repetitions. */
  targetAccounts(): string[] {
    const target = new Database(this.targetFile, { readonly: true });
    try {
      return target.prepare("SELECT name FROM accounts ORDER BY name").pluck().all() as string[];
    } finally {
      target.close();
    }
  }

  async stop(): Promise<void> {
    const { database, watched } = this.#parts;
    for (const child of this.#beside.splice(0)) {
      child.child.kill("SIGKILL");
      await child.ended();
    }
    for (const name of ["proxy", "hub", "api"] as const) await this.kill(name);
    await this.service.close();
    try {
      if (watched) await requireSoundRows(database.url);
    } finally {
      await database.remove();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  #launch(name: ClusterProcess): GatehouseProcess {
    return startGatehouse([name], { env: this.#parts.environments[name] });
  }
}
