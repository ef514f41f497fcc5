import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { endGuard, guarded } from "#platform/processes/guarded-program.ts";
import { nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";
import type { Environment } from "#platform/settings/settings.ts";

import type { Running } from "./keep-running.ts";

/** An installation that `gatehouse up` runs. */
export interface UpProcess {
  readonly environment: Environment;
  /** Working folder, which also holds the log. */
  readonly folder: string;
}

// TypeScript here, JavaScript in the published package.
const program = fileURLToPath(new URL(`../gatehouse${extname(import.meta.url)}`, import.meta.url));
/** Last line of `up` when everything works. */
const readyWords = "Ctrl-C stops everything.";

/**
 * Starts `gatehouse up` and waits until everything that it runs works. It ends with this process, and its processes end with it.
 * @param begun receives its process id before it works
 */
export async function startUp({ environment, folder }: UpProcess, begun: (pid: number) => void): Promise<Running> {
  const output = openSync(join(folder, "log", "up.log"), "a", 0o600);
  const child = spawn(...guarded(process.execPath, [...nodeOptions, program, "up"]), {
    stdio: ["pipe", "pipe", output],
    env: environment,
    cwd: folder,
    detached: true,
  });
  closeSync(output);
  const exited = once(child, "exit").then(() => endGuard(child));
  if (child.pid !== undefined) begun(child.pid);
  await untilReady(child);
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      await stopProcess(child);
      await exited;
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes(readyWords)) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`'gatehouse up' ended (${signal ?? code}) before it was ready. ${said.trim().slice(-400)}`)),
    );
  });
}
