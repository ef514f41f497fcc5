import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

/** Folders with the sources of the service. */
const rooms = [
  "activities",
  "api",
  "bin",
  "connectors",
  "domain",
  "idapi",
  "operations",
  "platform",
  "plugins",
  "policies",
  "store",
  "workflows",
] as const;
/** Debounce time in milliseconds: an editor writes a file in several steps, and several files at once. */
const settledAfterMs = 300;

/**
 * Keeps the service with its sample running, and restarts it when one of its sources changes. `ended` is called when the service
 * has ended because this process was told to. Node's watch mode is not usable: it makes every process write to its parent, which
 * takes that for an answer.
 */
export function keepServiceRunning(root: string, ended: () => void): void {
  let child = start(root);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  const startAnew = async () => {
    console.log("A source has changed; the service is started anew …");
    await stopped(child);
    if (!isOver) child = start(root);
  };
  for (const room of rooms) {
    watch(join(root, room), { recursive: true }, (_event, file) => {
      if (file === null || !isSource(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void startAnew(), settledAfterMs);
    });
  }
  const end = () => {
    isOver = true;
    void stopped(child).then(ended);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
}

function start(root: string): ChildProcess {
  const child = spawn(process.execPath, ["bin/gatehouse.ts", "up", "--sample"], {
    cwd: root,
    stdio: "inherit",
    // Nothing is in front of it that had to notice its end.
    env: { ...process.env, LAME_DUCK_SECONDS: "0" },
  });
  child.once("exit", (_code, signal) => {
    if (signal === null) console.log("The service has ended; it is started again when a source changes.");
  });
  return child;
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** Returns true if a file is a source of the service; tests are not. */
function isSource(file: string): boolean {
  return /\.(?:ts|mjs|json|sql)$/.test(file) && !file.endsWith(".test.ts");
}
