import { Client, Connection } from "@temporalio/client";
import { NativeConnection, Runtime, type Worker } from "@temporalio/worker";

import type { HubActivities } from "#activities/hub/activities.ts";
import { keepMoments } from "#activities/hub/moments.ts";
import { createHubWorker } from "#activities/hub/worker.ts";
import { createProxyWorker } from "#activities/proxy/worker.ts";
import type { Connector } from "#connectors/contract/index.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { OutboxDispatch } from "#platform/temporal/outbox-dispatch.ts";

import { createDirectClient } from "./direct-client.ts";
import faultConnector from "./fault-connector.ts";

/** Hub and proxies of a test, on a real Temporal server. */
export interface TestEngine {
  readonly client: Client;
  readonly dispatch: OutboxDispatch;
  /** Stops hub, proxies and dispatch. */
  stop(): Promise<void>;
}

/** Parts of a test's engine. */
export interface TestEngineOptions {
  readonly context: ServiceContext;
  /** host:port of the Temporal server. */
  readonly address: string;
  /** Folder for the keys of the proxies. */
  readonly folder: string;
  /** Proxies that run; they must have rows. */
  readonly proxies?: readonly string[];
  /** Connectors of the proxies; the fault connector by default. */
  readonly connectors?: readonly Connector[];
  /** Activities of the hub in place of the context's own. */
  readonly activities?: HubActivities;
}

/** Runs the real hub worker and the real proxies in this process; only HTTP between proxy and API is left out. */
export async function startTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { context, address, activities } = options;
  quietRuntime();
  const client = new Client({ connection: await Connection.connect({ address }) });
  const connection = await NativeConnection.connect({ address });
  const dispatch = new OutboxDispatch({ outbox: context.store.outbox, client, log: context.log, sweep: true });
  const hub = await createHubWorker({
    connection,
    namespace: "default",
    context,
    ...(activities ? { activities } : {}),
  });
  const ending = new AbortController();
  const running = [run(hub), keepMoments({ context, signal: ending.signal })];
  const stops: (() => void)[] = [() => hub.shutdown(), () => ending.abort()];
  for (const proxyId of options.proxies ?? ["local"]) {
    const proxy = await createProxyWorker(
      {
        proxyId,
        softwareVersion: "test",
        connection,
        namespace: "default",
        client: await createDirectClient(context, proxyId, `${options.folder}/${proxyId}`),
        connectors: options.connectors ?? [faultConnector],
        log: context.log,
        clock: context.clock,
        ids: context.ids,
      },
      new AbortController().signal,
    );
    running.push(proxy.run());
    stops.push(() => proxy.stop());
  }
  return {
    client,
    dispatch,
    async stop() {
      for (const stop of stops) stop();
      await Promise.all(running);
      await dispatch.stop();
      await connection.close();
      await client.connection.close();
    },
  };
}

async function run(worker: Worker): Promise<void> {
  await worker.run();
}

let quiet = false;
/** Silences the log of workers in this process; call it before the first one starts. */
export function quietRuntime(): void {
  if (!quiet) Runtime.install({ logger: silent, telemetryOptions: {} });
  quiet = true;
}

const nothing = () => undefined;
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
