import { setTimeout as sleep } from "node:timers/promises";

import { Secret } from "#connectors/contract/index.ts";
import type { LoadCounts } from "#domain/discovery/discovery.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { OutboxDispatch } from "#platform/temporal/outbox-dispatch.ts";
import { connectTemporal } from "#platform/temporal/temporal.ts";
import { type Cluster, clusterTarget, startCluster } from "#test/support/cluster.ts";
import type { OpenLdap } from "#test/support/openldap.ts";
import { callerOf } from "#test/support/service.ts";

import { forgetPeak, peakMib } from "../process-use.ts";

/** Result of one discovery. */
export interface Measured {
  readonly ms: number;
  readonly loaded: LoadCounts;
}

/** Our service: hub, proxy and API as processes of their own. */
export interface Ours {
  run(): Promise<Measured>;
  /** Returns the peak memory of a process, in MiB. */
  peakMib(name: "hub" | "proxy"): number;
  stop(): Promise<void>;
}

const operator = callerOf({ key: "bench", id: "bench", superuser: true });
const pauseMs = 20;

/** Starts an installation whose target is a directory. */
export async function startOurs(temporalAddress: string, directory: OpenLdap): Promise<Ours> {
  const cluster = await startCluster(temporalAddress, {}, { watched: false });
  await pointAt(cluster, directory);
  const { store, log, settings } = cluster.service.context;
  const client = await connectTemporal({ ...settings, temporalAddress });
  const dispatch = new OutboxDispatch({ outbox: store.outbox, client, log });
  const context = { ...cluster.service.context, nudge: () => dispatch.nudge() };
  // The start of the hub, such as the bundling of its workflows, is not part of a discovery.
  for (const name of ["hub", "proxy"] as const) forgetPeak(cluster.pidOf(name));
  return {
    async run() {
      const startedMs = performance.now();
      const { key } = await invoke(discoverTargetSystem, context, operator, { key: clusterTarget });
      for (;;) {
        const row = await context.store.get("requestOperations", key);
        if (row?.result === "S" && row.discovery)
          return { ms: performance.now() - startedMs, loaded: row.discovery.loaded };
        if (row?.finishedAt) throw new Error(`the discovery failed: ${row.errorCode} ${row.errorMessage}`);
        await sleep(pauseMs);
      }
    },
    peakMib: (name) => peakMib(cluster.pidOf(name)),
    async stop() {
      await dispatch.stop();
      await client.connection.close();
      await cluster.stop();
    },
  };
}

async function pointAt({ service }: Cluster, { url, baseDN, accountsDN, groupsDN, admin }: OpenLdap): Promise<void> {
  const { store, ids } = service.context;
  const key = ids.guid();
  const place = { table: "targetSystemCredentials", key, column: "password" };
  await store.transaction(async () => {
    const address = { url, baseDN, accountsDN, groupsDN };
    await store.save("targetSystems", { id: clusterTarget, type: "ldap", address });
    await store.save("targetSystemCredentials", {
      key,
      targetSystemId: clusterTarget,
      administratorId: admin.dn,
      password: store.seal(new Secret(admin.password), place),
      lastChanged: 0,
    });
  });
}
