import { ServiceError } from "#domain/errors.ts";
import { SettingsError } from "#platform/settings/settings.ts";

import { CliError, ExitCode, wordsOf } from "./cli-error.ts";

const knownSystemErrors: Readonly<
  Record<string, (error: NodeJS.ErrnoException & { port?: number; path?: string }) => string>
> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken by another program. End it, or set HTTP_PORT to a free port.`,
  EACCES: ({ path, port }) =>
    `Access to ${path ?? `port ${port}`} is denied. Correct its permissions, or choose another one.`,
  ENOSPC: () => "There is no space left on the disk. Free some and start again.",
};

/** Describes a failure in one line, with the remedy if it is known. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ServiceError && error.details?.length) {
    return wordsOf(error.details.map(({ target, message }) => `${target}: ${message}`));
  }
  const known = knownSystemErrors[(error as NodeJS.ErrnoException).code ?? ""];
  if (known) return known(error);
  // The user of a command is the operator, who may see what the log says.
  return error instanceof ServiceError && error.detail !== undefined
    ? `${error.message} (${error.detail})`
    : error.message;
}

/** Returns the exit code of a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  return error instanceof SettingsError ? ExitCode.Usage : ExitCode.Failed;
}
