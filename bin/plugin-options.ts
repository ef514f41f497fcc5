import type { PluginKind } from "#plugins/contract/index.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import { parsedJson } from "./option-values.ts";

/** Option for the kind of a plug-in. */
export interface KindOption {
  readonly kind?: string;
}

/** Definition of the option for the parser. */
export const kindOption = ["--kind <kind>", "its kind, such as newIdCase; absent = what its export kind says"] as const;

/**
 * Returns the kind of a plug-in: the given one, or the one that its file exports.
 * @throws CliError
 */
export async function kindOf(file: string, named: string | undefined): Promise<PluginKind> {
  if (named !== undefined) return knownKind(named);
  const { kindOfPlugin } = await import("#plugins/kit/run-plugin-kit.ts");
  try {
    const own = await kindOfPlugin(file);
    if (own !== null) return own;
  } catch (error) {
    throw await unusable(file, error);
  }
  throw new CliError(`${file} exports no kind; name it by --kind.`, ExitCode.Usage);
}

/**
 * Returns the kind of a name.
 * @throws CliError if there is none
 */
export async function knownKind(kind: string): Promise<PluginKind> {
  const { pluginKindNames } = await import("#plugins/host/plugin-kinds.ts");
  const known = pluginKindNames.find((one) => one === kind);
  if (known !== undefined) return known;
  const all = pluginKindNames.join(", ");
  throw new CliError(`--kind: there is no kind '${kind}' of plug-ins; there are: ${all}.`, ExitCode.Usage);
}

/** Converts a failure of a plug-in into an error for the user; returns any other error unchanged. */
export async function unusable(file: string, error: unknown): Promise<unknown> {
  const { PluginFailure } = await import("#plugins/host/plugin-words.ts");
  if (!(error instanceof PluginFailure)) return error;
  const own = error.own === undefined ? "" : `: ${error.own}`;
  return new CliError(`${file} cannot be used: ${error.message}${own}`, ExitCode.Failed, error);
}

/**
 * Returns the result of `read`.
 * @throws CliError with the message of its error
 */
export function usable<T>(words: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CliError(`${(error as Error).message} ${words}`, ExitCode.Usage, error);
  }
}

/**
 * Parses a JSON text given to an option.
 * @throws CliError
 */
export function jsonOf(option: string, text: string, words = ""): unknown {
  return parsedJson(text, (why) => `${option} is no JSON (${why}). ${words}`.trim());
}
