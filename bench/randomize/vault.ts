import { setTimeout as sleep } from "node:timers/promises";

import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { OutboxDispatch } from "#platform/temporal/outbox-dispatch.ts";
import { connectTemporal } from "#platform/temporal/temporal.ts";
import type { Store } from "#store/store.ts";
import { startCluster } from "#test/support/cluster.ts";
import { type ManagedDirectory, manageDirectory } from "#test/support/manage-directory.ts";
import { startRandomizing } from "#test/support/start-randomizing.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { cpuMs, forgetPeak, peakMib } from "../process-use.ts";

/** Our product with a vault, as measured: Temporal, hub, proxy and API as processes of their own. */
export interface BenchVault {
  readonly store: Store;
  /** Adds the accounts of a directory as managed ones with known passwords; returns their keys by name. */
  manage(directory: Pick<ManagedDirectory, "id" | "directory" | "accounts">): Promise<ReadonlyMap<string, string>>;
  /** Starts one run over all managed accounts, and returns its key. */
  begin(): Promise<string>;
  ended(run: string): Promise<void>;
  /**
   * Returns the passwords that a run has given accounts, by the names of the accounts.
   * @throws Error if an account has no confirmed password of the run
   */
  passwordsOf(run: string, managed: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>;
  /** Returns the processor time of all processes so far, in milliseconds. */
  cpuMs(): number;
  /** Returns the peak memory of a process since its start, in MiB. */
  peakMib(name: "hub" | "proxy"): number;
  stop(): Promise<void>;
}

const policyId = "BENCH";
// Short compared with a run, and rare enough not to slow it down.
const pauseMs = 50;
const pageAccounts = 500;

/** Starts an installation, on SQLite unless a database is given. */
export async function startBenchVault(databaseUrl?: string): Promise<BenchVault> {
  const temporal = await startTestTemporal();
  const options = { watched: false, ...(databaseUrl !== undefined && { databaseUrl }) };
  const cluster = await startCluster(temporal.address, {}, options);
  const { store, log, settings } = cluster.service.context;
  const client = await connectTemporal({ ...settings, temporalAddress: temporal.address });
  const dispatch = new OutboxDispatch({ outbox: store.outbox, client, log });
  const context = { ...cluster.service.context, nudge: () => dispatch.nudge() };
  // The start of the hub, such as the bundling of its workflows, is not part of a run.
  for (const name of ["hub", "proxy"] as const) forgetPeak(cluster.pidOf(name));
  const processes = [temporal.pid, ...(["api", "hub", "proxy"] as const).map((name) => cluster.pidOf(name))];
  return {
    store,
    manage: (directory) => manageDirectory(context, { ...directory, policyId, imported: true }),
    begin: () => startRandomizing(context, policyId),
    async ended(run) {
      while ((await store.get("runs", run))?.endedAt === null) await sleep(pauseMs);
    },
    passwordsOf: (run, managed) => passwordsOf(store, run, managed),
    cpuMs: () => processes.reduce((sum, pid) => sum + cpuMs(pid), 0),
    peakMib: (name) => peakMib(cluster.pidOf(name)),
    async stop() {
      await dispatch.stop();
      await client.connection.close();
      await cluster.stop();
      await temporal.stop();
    },
  };
}

async function passwordsOf(
  store: Store,
  run: string,
  managed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const all = [...managed];
  const passwords = new Map<string, string>();
  for (let from = 0; from < all.length; from += pageAccounts) {
    const page = all.slice(from, from + pageAccounts);
    const trees = await readTrees(
      store,
      page.map(([, key]) => key),
    );
    for (const [name, key] of page) {
      const { state, head } = trees.get(key)?.tree ?? {};
      if (state !== "C" || head?.runKey !== run) throw new Error(`${name} has no confirmed password of the run`);
      passwords.set(
        name,
        secretOf(store, head).use((text) => text),
      );
    }
  }
  return passwords;
}
