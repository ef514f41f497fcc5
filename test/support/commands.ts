import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A call that the process of commands gets. */
export interface CommandCall {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Result of a command: its exit code, and the output of both streams without the line that names the installation. */
export interface CommandEnd {
  readonly code: number;
  readonly output: string;
}

const program = fileURLToPath(new URL("command-process.ts", import.meta.url));
let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a `gatehouse` command to its end with nothing of this process's environment but the paths, and the given settings. Commands share a
 * process that waits for the next one. Commands that start servers, read standard input or are about processes are started by
 * `runGatehouse`.
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

/** Starts the process of commands. It ends with this process, whose channel it listens to, and does not keep this process from ending. */
function start(): ChildProcess {
  const child = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
  child.unref();
  child.channel?.unref();
  return child;
}
