import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What the process of commands is asked for. */
export interface CommandCall {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What came of it: the exit code, and everything that was printed, both streams, but on which installation it acted. */
export interface CommandEnd {
  readonly code: number;
  readonly output: string;
}

const program = fileURLToPath(new URL("command-process.ts", import.meta.url));
let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Carries a `gatehouse` command out to its end with nothing of this process's environment but the paths, and the settings given.
 * Commands share a process that waits for the next one; what starts servers, reads standard input or is about processes is
 * started by `runGatehouse`.
 */
export async function callCommand(
  words: readonly string[],
  { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CommandEnd> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const end = last.then(() => carryOut({ words, env: { PATH, HOME, TMPDIR, ...env } }));
  last = end.catch(() => undefined);
  return end;
}

async function carryOut(call: CommandCall): Promise<CommandEnd> {
  if (running?.connected !== true) running = start();
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(running, "message", { signal }) as Promise<[CommandEnd]>;
  const gone = once(running, "exit", { signal }).then(([code]) => {
    throw new Error(`the process of commands ended with ${code} at: ${call.words.join(" ")}`);
  });
  running.send(call);
  try {
    const [end] = await Promise.race([ended, gone]);
    return end;
  } finally {
    gone.catch(() => undefined);
    listening.abort();
  }
}

/** It ends with this process, whose channel it listens to, and keeps it from nothing. */
function start(): ChildProcess {
  const child = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
  child.unref();
  child.channel?.unref();
  return child;
}
