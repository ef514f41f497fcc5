/**
 * Exit codes of a command for scripts: done, failed or refused, wrong usage, no answer of the service, a comparison that found differences
 * and was asked to tell, or interrupted by Ctrl-C.
 */
export const ExitCode = { Done: 0, Failed: 1, Usage: 2, Unreachable: 3, Different: 4, Interrupted: 130 } as const;
/** One of the exit codes. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Joins the parts of an error message into one text. */
export function wordsOf(parts: readonly string[]): string {
  return parts.reduce((words, part) => `${words}${words.endsWith(".") ? "" : ";"} ${part}`);
}

/** A failure whose message is one line with the remedy; it is printed without a stack. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = ExitCode.Failed, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
