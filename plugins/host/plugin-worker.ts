import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";

import type { PluginAnswer, PluginWork } from "./call-plugin.ts";

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

/** Where in the plug-in an error arose, as far as the error tells. */
function placeOf({ stack = "" }: Error): string {
  for (const place of [address, fileURLToPath(address)]) {
    const line = stack.split(`${place}:`)[1]?.match(/^\d+/)?.[0];
    if (line !== undefined) return ` (line ${line})`;
  }
  return "";
}

answer().catch((error: unknown) => {
  say({ kind: "failure", message: error instanceof Error ? error.message + placeOf(error) : String(error) });
});
