import type { ClientChannel } from "ssh2";

import { ConnectorError, type Secret } from "#connectors/contract/index.ts";

import { type CommandResult, exitError } from "./exit-codes.ts";
import { commandLine } from "./quote.ts";
import type { SshSession } from "./session.ts";

/** How to run a program. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** What it reads; secrets go this way only, never as an argument, which every account of the host could see. */
  readonly input?: { readonly secrets: readonly Secret[]; write(plaintexts: readonly string[]): string };
  /** Exit codes beside 0 that are no error here. */
  readonly accept?: readonly number[];
}

/**
 * Runs a program to its end as administrator and gives what it wrote.
 * @throws broken when the connection ends before the program does, else by the program's exit code
 */
export async function run(
  session: SshSession,
  command: readonly [string, ...string[]],
  { signal, input, accept = [] }: RunOptions,
): Promise<CommandResult> {
  signal.throwIfAborted();
  if (!session.state.open) throw new ConnectorError("unreachable", "The connection to the host was lost.");
  const result = await new Promise<CommandResult>((resolve, reject) => {
    const lost = (): void => reject(new ConnectorError("broken", "The connection to the host was lost."));
    // Also before the host has taken the command: it may say nothing at all.
    const abort = (): void => reject(signal.reason);
    session.client.once("close", lost);
    signal.addEventListener("abort", abort, { once: true });
    session.client.exec(commandLine(command, session.options.sudo), (error, channel) => {
      session.client.off("close", lost);
      signal.removeEventListener("abort", abort);
      if (error) {
        reject(error);
        return;
      }
      // At once, not a tick later: a fast program's end may stand in the same packet as the beginning.
      follow(channel, signal, { resolve, reject });
      if (signal.aborted) return;
      if (input) reveal(input.secrets, [], (plaintexts) => channel.end(input.write(plaintexts)));
      else channel.end();
    });
  });
  if (result.code === 0 || accept.includes(result.code)) return result;
  throw exitError(command[0], result);
}

interface Settle {
  resolve(result: CommandResult): void;
  reject(reason: unknown): void;
}

function follow(channel: ClientChannel, signal: AbortSignal, { resolve, reject }: Settle): void {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let code: number | null = null;
  const abort = (): void => {
    channel.close();
    reject(signal.reason);
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  channel.on("data", (chunk: Buffer) => stdout.push(chunk));
  channel.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A program may end without reading what it was given.
  channel.on("error", () => {});
  channel.on("exit", (exitCode: number | null) => (code = exitCode));
  channel.on("close", () => {
    signal.removeEventListener("abort", abort);
    if (code === null) reject(new ConnectorError("broken", "The connection was lost before the program had ended."));
    else resolve({ code, stdout: textOf(stdout), stderr: textOf(stderr) });
  });
}

function reveal(
  secrets: readonly Secret[],
  opened: readonly string[],
  done: (plaintexts: readonly string[]) => void,
): void {
  const [secret, ...rest] = secrets;
  if (secret === undefined) done(opened);
  else secret.use((plaintext) => reveal(rest, [...opened, plaintext], done));
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
