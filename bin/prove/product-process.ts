import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { allocatorEnvironment, nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";
import type { Environment } from "#platform/settings/settings.ts";

import { type ChildMessage, supervisedVariable } from "../lifecycle.ts";
import type { Running } from "./keep-running.ts";
import { pointsVariable } from "./points.ts";

/** A process of the product, started as users start it, plus the module that ends it at a failpoint. */
export interface ProductProcess {
  readonly name: "api" | "hub" | "proxy";
  readonly environment: Environment;
  /** Working folder; no setting of the process is a path relative to it. */
  readonly folder: string;
  readonly logFile: string;
  /** Folder in which failpoints are armed. */
  readonly pointsFolder: string;
}

// TypeScript here, JavaScript in the published package.
const extension = extname(import.meta.url);
const program = fileURLToPath(new URL(`../gatehouse${extension}`, import.meta.url));
const preload = new URL(`end-at-point${extension}`, import.meta.url).href;

/**
 * Starts a process of the product and waits until it works; it ends with this process.
 * @param begun receives the number by which it is killed, before it works
 */
export async function startProduct(definition: ProductProcess, begun: (pid: number) => void): Promise<Running> {
  const { name, environment, folder, logFile, pointsFolder } = definition;
  const output = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, [...nodeOptions, `--import=${preload}`, program, name], {
    stdio: ["ignore", output, output, "ipc"],
    env: { ...allocatorEnvironment, ...environment, [supervisedVariable]: "1", [pointsVariable]: pointsFolder },
    cwd: folder,
    detached: true,
  });
  closeSync(output);
  const exited = once(child, "exit");
  // With its group: the process that answers for the API is a child of the one that holds its socket.
  const group = -(child.pid ?? 0);
  if (child.pid !== undefined) begun(group);
  await untilReady(child, name);
  return {
    pid: group,
    exited,
    // Its unfinished work is deleted with the folder.
    stop: () => stopProcess(child, 0),
  };
}

function untilReady(child: ChildProcess, name: string): Promise<void> {
  let words = "";
  return new Promise((resolve, reject) => {
    child.on("message", (message: ChildMessage) => {
      if (message.type === "ready") resolve();
      if (message.type === "failed") ({ words } = message);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(words || `The process '${name}' ended (${signal ?? code}) before it was ready.`)),
    );
  });
}
