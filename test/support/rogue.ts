import { fileURLToPath } from "node:url";

import { Client, Connection, WorkflowFailedError } from "@temporalio/client";
import { ActivityFailure, ApplicationFailure } from "@temporalio/common";
import { NativeConnection, Worker } from "@temporalio/worker";

import { quietRuntime } from "./engine.ts";

/** An attacker who reaches the Temporal server and nothing else. */
export interface Rogue {
  readonly client: Client;
  /** Runs an activity of a queue with invented arguments; returns its result, or the type of its failure. */
  invent(name: string, input: object, taskQueue?: string): Promise<unknown>;
  /** Starts a workflow of its own under an ID. */
  squat(workflowId: string): Promise<void>;
  /** Takes activities from a queue and reports them as done, until `stop`. */
  steal(taskQueue: string): Promise<Thief>;
  /** Stops the thieves that a failed test has left. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** A worker on another program's queue. */
export interface Thief {
  readonly taken: readonly string[];
  stop(): Promise<void>;
}

const queue = "rogue";
let series = 0;

/** Starts a rogue with a worker for its own workflows. */
export async function startRogue(address: string): Promise<Rogue> {
  quietRuntime();
  const client = new Client({ connection: await Connection.connect({ address }) });
  const connection = await NativeConnection.connect({ address });
  const workflowsPath = fileURLToPath(new URL("./rogue-workflows.ts", import.meta.url));
  const worker = await Worker.create({ connection, taskQueue: queue, workflowsPath, identity: queue });
  const running = worker.run();
  const thieves = new Set<Thief>();
  const release = async () => {
    for (const thief of thieves) await thief.stop();
  };
  const next = () => `rogue-${process.pid}-${(series += 1)}`;
  return {
    client,
    async invent(name, input, taskQueue = "hub") {
      const start = { workflowId: next(), taskQueue: queue, args: [taskQueue, name, input] };
      try {
        return await client.workflow.execute("invented", start);
      } catch (error) {
        return failureType(error);
      }
    },
    async squat(workflowId) {
      await client.workflow.start("request", {
        workflowId,
        taskQueue: queue,
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
      });
    },
    async steal(taskQueue) {
      const taken: string[] = [];
      const thief = await Worker.create({
        connection,
        taskQueue,
        identity: "thief",
        activities: {
          async performOperations({ operationKeys }: { operationKeys: string[] }) {
            taken.push(...operationKeys);
            return { recorded: operationKeys.length, isLast: true };
          },
          async listObjects({ key }: { key: string }) {
            taken.push(key);
            return { chunks: 1, chain: "invented" };
          },
        },
      });
      const stealing = thief.run();
      const one: Thief = {
        taken,
        async stop() {
          if (!thieves.delete(one)) return;
          thief.shutdown();
          await stealing;
        },
      };
      thieves.add(one);
      return one;
    },
    release,
    async close() {
      await release();
      worker.shutdown();
      await running;
      await connection.close();
      await client.connection.close();
    },
  };
}

function failureType(error: unknown): string {
  if (!(error instanceof WorkflowFailedError)) throw error;
  const { cause } = error;
  const inner = cause instanceof ActivityFailure ? cause.cause : cause;
  return inner instanceof ApplicationFailure ? `failed: ${inner.type}` : `failed: ${String(inner?.message)}`;
}
