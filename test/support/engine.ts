import { Client, Connection } from "@temporalio/client";
import { NativeConnection, Runtime, type Worker } from "@temporalio/worker";

import type { HubActivities } from "#activities/hub/activities.ts";
import type { ProxyClient } from "#activities/proxy/client.ts";
import type { Caller, ServiceContext } from "#operations/context.ts";

import { createHubWorker } from "#activities/hub/worker.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createProxyWorker } from "#activities/proxy/worker.ts";
import { invoke } from "#operations/invoke.ts";
import { handOutOrders } from "#operations/proxies/hand-out-orders.ts";
import { recordOutcomes } from "#operations/proxies/record-outcomes.ts";
import { createOutboxDispatch, type OutboxDispatch } from "#platform/outbox-dispatch.ts";

import faultConnector from "./fault-connector.ts";

/** Hub and proxy of a test, on a real Temporal server. */
export interface TestEngine {
  readonly client: Client;
  readonly dispatch: OutboxDispatch;
  /** Stops hub, proxies and dispatch. */
  stop(): Promise<void>;
}

/** What the engine of a test is made of. */
export interface TestEngineOptions {
  readonly context: ServiceContext;
  /** host:port of the Temporal server. */
  readonly address: string;
  /** Folder for the keys of the proxies. */
  readonly folder: string;
  /** The proxies that run; they must have rows. */
  readonly proxies?: readonly string[];
  /** Other activities of the hub than the context's own. */
  readonly activities?: HubActivities;
}

/** Runs the real hub worker and the real proxies in this process; only HTTP between proxy and API is left out. */
export async function startTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { context, address, activities } = options;
  quietRuntime();
  const client = new Client({ connection: await Connection.connect({ address }) });
  const connection = await NativeConnection.connect({ address });
  const dispatch = createOutboxDispatch({ outbox: context.store.outbox, client, log: context.log, sweep: true });
  const hub = await createHubWorker({ connection, namespace: "default", context, ...(activities ? { activities } : {}) });
  const running = [run(hub)];
  const stops: (() => void)[] = [() => hub.shutdown()];
  for (const proxyId of options.proxies ?? ["local"]) {
    const proxy = await createProxyWorker(
      {
        proxyId,
        softwareVersion: "test",
        connection,
        namespace: "default",
        client: await directClient(context, proxyId, `${options.folder}/${proxyId}`),
        connectors: [faultConnector],
        log: context.log,
        clock: context.clock,
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
function quietRuntime(): void {
  if (!quiet) Runtime.install({ logger: silent, telemetryOptions: {} });
  quiet = true;
}

const nothing = () => undefined;
const silent = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The API as the proxy sees it, without HTTP: the same operations, the same seals and signatures. */
async function directClient(context: ServiceContext, proxyId: string, folder: string): Promise<ProxyClient> {
  const keys = openProxyKeys(folder);
  const { store } = context;
  await store.transaction(() =>
    store.save("proxyServers", { id: proxyId, signingKey: keys.signingKey, sealingKey: keys.sealingKey }),
  );
  const caller: Caller = {
    kind: "proxy",
    key: null,
    id: proxyId,
    superuser: false,
    classes: [],
    sessid: proxyId,
    module: "rest",
    requestId: proxyId,
  };
  return {
    enrol: async () => undefined,
    hello: async () => undefined,
    async orders(operationKeys) {
      const { jwe } = await invoke(handOutOrders, context, caller, { operationKeys });
      return keys.openOrders(jwe);
    },
    async outcomes(outcomes) {
      const signed = outcomes.map((outcome) => ({ outcome, signature: keys.signOutcome(proxyId, outcome) }));
      await invoke(recordOutcomes, context, caller, { outcomes: signed });
    },
    close: nothing,
  };
}
