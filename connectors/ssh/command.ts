import { randomBytes } from "node:crypto";

import { type Call, ConnectorError } from "#connectors/contract/index.ts";

import { type Input, type LineResult, runLine } from "./channel.ts";
import { exitError, wordsOf } from "./exit-codes.ts";
import { answersOf, type Command, type CommandResult, markedScript } from "./marks.ts";
import { lineOf } from "./quote.ts";
import type { SshSession } from "./session.ts";

// Far above the files of a machine with a hundred thousand accounts.
const outputBytesDefault = 64 * 1_024 * 1_024;
const markBytes = 16;

/** Options to run a program. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly input?: Input;
  /** Exit codes other than 0 that are not an error here. */
  readonly accept?: readonly number[];
  /** Maximum number of bytes read of each output; a longer output is refused. */
  readonly outputBytesMax?: number;
}

/**
 * Runs a program to its end as administrator and returns its output.
 * @throws broken if the connection ends before the program does, otherwise by the program's exit code
 */
export async function run(
  session: SshSession,
  command: Command,
  { accept = [], ...options }: RunOptions,
): Promise<CommandResult> {
  const [result] = await runAll(session, [command], options);
  return requireSuccess(command, result, accept);
}

/**
 * Runs programs one after the other in one command on the connection and returns the output of each, whatever its exit code.
 * @throws broken if the connection ends before the last program does
 */
export async function runAll(
  session: SshSession,
  commands: readonly Command[],
  { outputBytesMax = outputBytesDefault, ...options }: Omit<RunOptions, "accept">,
): Promise<CommandResult[]> {
  const mark = `mark-${randomBytes(markBytes).toString("hex")}`;
  const line = lineOf(markedScript(commands, { mark, sudo: session.options.sudo }));
  const said = await runLine(session, line, { ...options, outputBytesMax });
  requireWhole(said, outputBytesMax);
  return answersOf(said, mark, commands);
}

/**
 * Returns the result of a program that succeeded.
 * @throws by the program's exit code
 */
export function requireSuccess(
  [program]: Command,
  result: CommandResult | undefined,
  accept: readonly number[] = [],
): CommandResult {
  if (result === undefined) throw new ConnectorError("broken", `The host has not told how ${program} ended.`);
  if (result.code === 0 || accept.includes(result.code)) return result;
  throw exitError(program, result);
}

function requireWhole({ cut }: LineResult, outputBytesMax: number): void {
  if (!cut) return;
  const words = `The host has written more than ${outputBytesMax} bytes, of which the rest is not read.`;
  throw new ConnectorError("notSupported", words);
}

// Warnings that mean nothing: a mailbox that never existed.
const usual = [/^userdel: .* mail spool \(.*\) not found$/];

/**
 * Runs a program that changes the machine; its error output after success becomes a notice.
 * @throws by the program's exit code, as `run`
 */
export async function change(
  session: SshSession,
  command: Command,
  call: Pick<Call, "signal" | "notice">,
  options: Omit<RunOptions, "signal"> = {},
): Promise<CommandResult> {
  const result = await run(session, command, { ...options, signal: call.signal });
  if (result.code === 0) noticeOf(result.stderr, call);
  return result;
}

/** Reports the error output of a program that succeeded as a notice. */
export function noticeOf(stderr: string, { notice }: Pick<Call, "notice">): void {
  const lines = wordsOf(stderr)
    .split("\n")
    .filter((line) => !usual.some((pattern) => pattern.test(line)));
  const words = lines.join("\n").trim();
  if (words !== "") notice(words);
}
