import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { testFolder, testFolderVariable } from "./test-folder.ts";

/** Folder of one test run, which holds all of its temporary files and identifies the processes of the run. */
export interface RunFolder {
  /** Environment variables for the steps of the run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the remaining processes of the run, each by its id; returns a line for each. */
  endProcesses(): Promise<readonly string[]>;
  /** Removes the folder with all its contents. */
  remove(): void;
}

const termMs = 10_000;
const pauseMs = 100;

/** Creates the folder of a run. */
export function makeRunFolder(): RunFolder {
  const folder = mkdtempSync(join(testFolder(), "r-"));
  // Servers that run as another user need to traverse it.
  chmodSync(folder, 0o755);
  return {
    environment: { [testFolderVariable]: folder },
    async endProcesses() {
      const found = new Map<number, string>();
      const killAtMs = performance.now() + termMs;
      for (;;) {
        const left = processesOf(folder);
        if (left.size === 0) return [...found.values()];
        const mayEnd = performance.now() < killAtMs;
        for (const [pid, line] of left) {
          if (!mayEnd) signal(pid, "SIGKILL");
          else if (!found.has(pid)) signal(pid, "SIGTERM");
          found.set(pid, `${pid} ${line}`);
        }
        await sleep(pauseMs);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Finds the processes with a folder among their arguments or in their environment, except this one; returns their command lines. */
export function processesOf(folder: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const name of numbersOf("/proc")) {
    const line = textOf(`/proc/${name}/cmdline`);
    const has = line.includes(folder) || textOf(`/proc/${name}/environ`).includes(folder);
    if (has && Number(name) !== process.pid) found.set(Number(name), line.trim());
  }
  return found;
}

/** Returns the names in a folder that are numbers. Other systems have no /proc: processes started there end by their own guard. */
function numbersOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replaceAll("\0", " ");
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}
