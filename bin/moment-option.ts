import { CliError, ExitCode } from "./cli-error.ts";

/**
 * Parses the moment given to an option, in milliseconds UTC; a day alone stands for its begin or its end.
 * @throws CliError
 */
export function momentOf(option: string, text: string, edge: "begin" | "end"): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = Date.parse(isDay ? `${text}T${edge === "begin" ? "00:00:00.000" : "23:59:59.999"}Z` : text);
  if (Number.isNaN(moment))
    throw new CliError(
      `${option} '${text}' is not a moment. Write 2030-01-31 or 2030-01-31T08:00:00Z.`,
      ExitCode.Usage,
    );
  return moment;
}
