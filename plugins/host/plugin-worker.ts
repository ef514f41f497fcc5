import { parentPort, workerData } from "node:worker_threads";

import type { PluginAnswer, PluginWork } from "./run-plugin.ts";

// The thread of one call: it loads the plug-in, calls its function `run`, and says what came of it.

/** A plug-in as its file exports it. */
interface PluginModule {
  readonly run?: unknown;
}

const { address, request } = workerData as PluginWork;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (words: PluginAnswer) => parentPort?.postMessage(words);
const services = { log: (message: unknown) => say({ kind: "log", message: String(message) }) };

async function answer(): Promise<void> {
  const { run } = (await import(address)) as PluginModule;
  if (typeof run !== "function") throw new TypeError("it exports no function named run");
  say({ kind: "patch", patch: await (run as (asked: unknown, given: unknown) => unknown)(request, services) });
}

answer().catch((error: unknown) => {
  say({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
});
