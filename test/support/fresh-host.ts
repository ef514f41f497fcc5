import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { requireProgram } from "./programs.ts";
import { projectRoot } from "./source-files.ts";
import { walkSteps } from "./walk-through.ts";

/** A host of its own, with the programs of this machine: what is changed there is gone when it stops. */
export interface FreshHost {
  /** Folder for the files of its steps; the test sees it too. */
  readonly folder: string;
  /** Words before a command that run it there. */
  readonly within: readonly string[];
  /** Carries out steps there, as root, with `gatehouse` in the path. */
  walk(steps: readonly string[], env?: Readonly<Record<string, string>>): Promise<{ readonly stdout: string }>;
  stop(): Promise<void>;
}

const walkMsMax = 120_000;

// Changes go to a memory disk that only this mount namespace has.
const machine = `
mount -t tmpfs tmpfs /mnt
for place in /etc /usr/local /usr/share /var; do
  mkdir -p "/mnt$place/upper" "/mnt$place/work"
  mount -t overlay overlay -o "lowerdir=$place,upperdir=/mnt$place/upper,workdir=/mnt$place/work" "$place"
done
mount -t tmpfs -o mode=755 tmpfs /run
echo ready
exec sleep infinity
`;

/**
 * Starts a fresh host in a mount namespace of its own.
 * @throws Error if this machine does not allow that
 */
export async function startFreshHost(): Promise<FreshHost> {
  const child = spawn(requireProgram("unshare", "util-linux"), ["--mount", "/bin/sh", "-e", "-c", machine], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  await untilReady(child);
  const folder = mkdtempSync(join(tmpdir(), "fresh-host-"));
  const commands = join(folder, "bin");
  mkdirSync(commands);
  const call = [process.execPath, ...nodeOptions, join(projectRoot, "bin/gatehouse.ts")].map((word) => `'${word}'`);
  writeFileSync(join(commands, "gatehouse"), `#!/bin/sh\nexec ${call.join(" ")} "$@"\n`, { mode: 0o755 });
  // Other users of the host run the command too.
  for (const path of [folder, commands]) chmodSync(path, 0o755);
  const within = [
    requireProgram("nsenter", "util-linux"),
    "--mount",
    "--target",
    String(child.pid),
    `--wd=${folder}`,
    "--",
  ];
  const path = [commands, dirname(process.execPath), "/usr/sbin", "/usr/bin", "/sbin", "/bin"].join(delimiter);
  return {
    folder,
    within,
    walk: (steps, env = {}) =>
      walkSteps(steps, { cwd: folder, env: { PATH: path, HOME: folder, ...env }, timeoutMs: walkMsMax, within }),
    async stop() {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  let words = "";
  child.stderr?.on("data", (part: Buffer) => (words += part.toString()));
  const ready = child.stdout === null ? Promise.resolve() : once(child.stdout, "data");
  const ended = once(child, "exit").then(() => {
    throw new Error(`A host of its own needs root and the right to mount. ${words}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}
