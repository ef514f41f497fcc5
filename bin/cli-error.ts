/** How a command ends, for scripts: done, failed or refused, wrongly called, or the service did not answer. */
export const ExitCode = { Done: 0, Failed: 1, Usage: 2, Unreachable: 3 } as const;
/** One of the exit codes. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** A failure whose message is one line that says what to do; it is printed without a stack. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = ExitCode.Failed, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
