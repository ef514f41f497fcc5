import type { ClientChannel } from "ssh2";

import { ConnectorError, type Secret } from "#connectors/contract/index.ts";

import type { CommandResult } from "./marks.ts";
import type { SshSession } from "./session.ts";

/** Input of a program. Secrets are passed only this way, never as an argument, which every account of the host could see. */
export interface Input {
  readonly secrets: readonly Secret[];
  write(plaintexts: readonly string[]): string;
}

/** Options to run a line with any output. */
export interface LineOptions {
  readonly signal: AbortSignal;
  readonly input?: Input;
  /** Maximum number of bytes kept of each output. */
  readonly outputBytesMax?: number;
}

/**
 * Runs a line in the login's own shell to its end and returns its output, whatever its exit code.
 * @throws broken if the connection ends before the line does
 */
export async function runLine(
  session: SshSession,
  line: string,
  { signal, input, outputBytesMax = Infinity }: LineOptions,
): Promise<LineResult> {
  signal.throwIfAborted();
  if (!session.state.open) throw new ConnectorError("unreachable", "The connection to the host was lost.");
  return new Promise<LineResult>((resolve, reject) => {
    const lost = (): void => reject(new ConnectorError("broken", "The connection to the host was lost."));
    // Needed even before the host accepts the command: it may never answer.
    const abort = (): void => reject(signal.reason);
    session.client.once("close", lost);
    signal.addEventListener("abort", abort, { once: true });
    session.client.exec(line, (error, channel) => {
      session.client.off("close", lost);
      signal.removeEventListener("abort", abort);
      if (error) {
        reject(error);
        return;
      }
      // In the same tick: the end of a fast program may be in the same packet as its beginning.
      follow(channel, { signal, outputBytesMax }, { resolve, reject });
      if (signal.aborted) return;
      if (input) reveal(input.secrets, [], (plaintexts) => channel.end(input.write(plaintexts)));
      else channel.end();
    });
  });
}

/** Output and exit code of a line. */
export interface LineResult extends CommandResult {
  /** True if it wrote more than was kept. */
  readonly cut: boolean;
}

interface Settle {
  resolve(result: LineResult): void;
  reject(reason: unknown): void;
}

function follow(
  channel: ClientChannel,
  { signal, outputBytesMax }: Required<Omit<LineOptions, "input">>,
  { resolve, reject }: Settle,
): void {
  const stdout = boundedText(outputBytesMax);
  const stderr = boundedText(outputBytesMax);
  let code: number | null = null;
  let lost = "The connection was lost before the program had ended.";
  const abort = (): void => {
    channel.close();
    reject(signal.reason);
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  channel.on("data", (chunk: Buffer) => stdout.add(chunk));
  channel.stderr.on("data", (chunk: Buffer) => stderr.add(chunk));
  // A program may end without reading its input.
  channel.on("error", () => {});
  channel.on("exit", (exitCode: number | null, signalName?: string) => {
    code = exitCode;
    if (signalName !== undefined) lost = `The program was ended by the signal ${signalName}.`;
  });
  channel.on("close", () => {
    signal.removeEventListener("abort", abort);
    if (code === null) reject(new ConnectorError("broken", lost));
    else resolve({ code, stdout: stdout.text(), stderr: stderr.text(), cut: stdout.isCut() || stderr.isCut() });
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

/** Collects the output of a program up to a number of bytes; the rest is read and discarded, so that the program continues. */
function boundedText(bytesMax: number) {
  const chunks: Buffer[] = [];
  let left = bytesMax;
  let isCut = false;
  return {
    add(chunk: Buffer): void {
      if (chunk.length > left) isCut = true;
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left = Math.max(0, left - chunk.length);
    },
    text: () => Buffer.concat(chunks).toString("utf8"),
    isCut: () => isCut,
  };
}
