import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { testFolder, testFolderVariable } from "./test-folder.ts";

/** The folder of one run of the tests, in which all of its temporary files lie; the processes of the run are known by it. */
export interface RunFolder {
  /** What a step of the run must have in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends what the run has left behind, each process by its id; gives a line for each. */
  endProcesses(): Promise<readonly string[]>;
  /** Removes the folder with all that is in it. */
  remove(): void;
}

const termMs = 10_000;
const pauseMs = 100;

/** Makes the folder of a run. */
export function makeRunFolder(): RunFolder {
  const folder = mkdtempSync(join(testFolder(), "r-"));
  // Servers that run as another user must pass through it.
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

/** The processes that have a folder among their arguments or in their environment, with their command lines; this one is not among them. */
export function processesOf(folder: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const name of numbersOf("/proc")) {
    const line = textOf(`/proc/${name}/cmdline`);
    const has = line.includes(folder) || textOf(`/proc/${name}/environ`).includes(folder);
    if (has && Number(name) !== process.pid) found.set(Number(name), line.trim());
  }
  return found;
}

/** Other systems have no such folder: what was started there ends by its own guard. */
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
    // It has ended meanwhile, or belongs to somebody else.
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
