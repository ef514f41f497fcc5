import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client, Connection, type WorkflowHandle } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";

import { createOrderRunner } from "#activities/proxy/run-order.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import type { Order } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { inParallel } from "#test/support/in-parallel.ts";

import type { RequestLoad } from "./shape.ts";

/** A contender to measure; `run` returns the seconds of some requests from the first call to the last end. */
export interface Contender {
  run(load: RequestLoad): Promise<number>;
  stop(): Promise<void>;
}

const callMs = 30_000;
const millisecondsPerSecond = 1000;

/** Starts bare Temporal workflows on the same server: the same number of decisions and connector calls, and two activities more. */
export async function startBare(temporalAddress: string, folder: string): Promise<Contender> {
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const runner = createOrderRunner({
    connectors: [sqlite],
    log: createLogger({ module: "bench", level: "silent" }),
    clock: systemClock,
  });
  const file = join(folder, "bare-target.db");
  const hub = await Worker.create({
    connection,
    taskQueue: "bare-hub",
    workflowsPath: fileURLToPath(new URL("./bare-workflow.ts", import.meta.url)),
    activities: { step: async (name: string) => name },
    stickyQueueScheduleToStartTimeout: "1 second",
  });
  const connector = await Worker.create({
    connection,
    taskQueue: "bare-connector",
    activities: {
      async createAccount(name: string) {
        const outcome = await runner.run(orderFor(name, file), new AbortController().signal);
        if (outcome.result !== "S") throw new Error(outcome.message ?? "the connector refused");
      },
    },
  });
  const running = Promise.all([hub.run(), connector.run()]);
  const client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });

  return {
    async run({ count, atOnce, shape }) {
      const run = systemIds.guid();
      const startedAt = performance.now();
      const handles: WorkflowHandle[] = [];
      await inParallel(count, atOnce, async (index) => {
        const workflowId = `bare-${run}-${index}`;
        handles[index] = await client.workflow.start("bareRequest", {
          taskQueue: "bare-hub",
          workflowId,
          args: [workflowId, shape],
          workflowTaskTimeout: "3 seconds",
        });
      });
      for (let phase = 1; phase <= shape.phases; phase++) {
        await inParallel(count, atOnce, async (index) => handles[index]?.signal("decide", "approve"));
      }
      await Promise.all(handles.map((handle) => handle.result()));
      return (performance.now() - startedAt) / millisecondsPerSecond;
    },
    async stop() {
      hub.shutdown();
      connector.shutdown();
      await running;
      await client.connection.close();
      await connection.close();
      await runner.close();
    },
  };
}

function orderFor(name: string, file: string): Order {
  return {
    operationKey: systemIds.guid(),
    requestId: "bench",
    sends: 1,
    code: "ACUA",
    connector: "sqlite",
    targetSystem: "BENCH",
    address: { file },
    credentials: [],
    object: { name, attributes: {} },
    attributes: {},
    deadlineMs: systemClock.now() + callMs,
  };
}
