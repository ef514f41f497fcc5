import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { allocatorEnvironment, nodeOptions } from "#platform/processes/node-options.ts";
import { compiledFolder } from "#platform/settings/user-cache.ts";

import { withoutInstallation } from "./installation-line.ts";
import { repeatedRequests } from "./repeated-requests.ts";

/** A `gatehouse` command as a process of its own. */
export interface GatehouseProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Returns its output so far, both streams. */
  output(): string;
  /** Returns the line that names its installation, which is no part of the output; "" if it prints none. */
  installation(): string;
  /** Waits until its output matches; throws with the output if it ends before or takes too long. */
  until(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  /** Waits for its end; returns the exit code, or the name of the signal. */
  ended(): Promise<number | string>;
}

/** Options of a command's start. */
export interface GatehouseStart {
  readonly env?: Readonly<Record<string, string>>;
  /** Program with its options that runs the command. */
  readonly within?: readonly string[];
  /** Text that it reads from standard input. */
  readonly input?: string;
  /** True if the test writes to it later. */
  readonly isOpen?: boolean;
  /** Folder of another checkout that runs it. */
  readonly root?: string;
}

const ownRoot = fileURLToPath(new URL("../../", import.meta.url));
const untilMs = 120_000;
const programIn = (root = ownRoot): string => join(root, "bin/gatehouse.ts");

/** Starts a command. Its environment has only the paths of this process, the settings that let tests repeat requests, and those given. */
export function startGatehouse(
  command: readonly string[],
  { env = {}, within = [], input = "", isOpen = false, root }: GatehouseStart = {},
): GatehouseProcess {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const words = [...within, process.execPath, ...nodeOptions, programIn(root), ...command];
  const child = spawn(words[0] as string, words.slice(1), {
    env: {
      ...allocatorEnvironment,
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE: compiledFolder(),
      // Side by side they would all want the same port.
      MANAGEMENT_ADDRESS: "off",
      ...repeatedRequests,
      // Nothing is in front of it, except in the tests of that.
      LAME_DUCK_SECONDS: "0",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      text += data.toString("utf8");
      for (const listener of listeners) listener();
    });
  }
  if (!isOpen) child.stdin.end(input);
  const exit = once(child, "close") as Promise<[number | null, string | null]>;
  return {
    pid: child.pid ?? 0,
    child,
    output: () => withoutInstallation(text).output,
    installation: () => withoutInstallation(text).installation,
    ended: async () => {
      const [code, signal] = await exit;
      return code ?? signal ?? "";
    },
    until: (pattern, withinMs = untilMs) =>
      new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          act();
        };
        const look = () => {
          const found = pattern.exec(text);
          if (found) end(() => resolve(found));
        };
        const timer = setTimeout(
          () => end(() => reject(new Error(`no ${pattern} within ${withinMs} ms in:\n${text}`))),
          withinMs,
        );
        listeners.add(look);
        child.once("close", () => {
          look();
          end(() => reject(new Error(`ended before ${pattern}:\n${text}`)));
        });
        look();
      }),
  };
}

/** Runs a command to its end. */
export async function runGatehouse(
  command: readonly string[],
  start: GatehouseStart = {},
): Promise<{ code: number | string; output: string }> {
  const running = startGatehouse(command, start);
  const code = await running.ended();
  return { code, output: running.output() };
}
