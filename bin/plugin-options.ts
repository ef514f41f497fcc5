import type { PluginKind } from "#plugins/contract/index.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import { parsedJson } from "./option-values.ts";

/** The option by which a command is told the kind of a plug-in. */
export interface KindOption {
  readonly kind?: string;
}

/** The same for the parser. */
export const kindOption = ["--kind <kind>", "its kind, such as newIdCase; absent = what its export kind says"] as const;

/**
 * The kind of a plug-in: the one that is named, or what its file says.
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
 * The kind of that name.
 * @throws CliError where there is none
 */
export async function knownKind(kind: string): Promise<PluginKind> {
  const { pluginKindNames } = await import("#plugins/host/plugin-kinds.ts");
  const known = pluginKindNames.find((one) => one === kind);
  if (known !== undefined) return known;
  const all = pluginKindNames.join(", ");
  throw new CliError(`--kind: there is no kind '${kind}' of plug-ins; there are: ${all}.`, ExitCode.Usage);
}

/** What is told of a failure. */
export async function unusable(file: string, error: unknown): Promise<unknown> {
  const { PluginFailure } = await import("#plugins/host/plugin-words.ts");
  if (!(error instanceof PluginFailure)) return error;
  const own = error.own === undefined ? "" : `: ${error.own}`;
  return new CliError(`${file} cannot be used: ${error.message}${own}`, ExitCode.Failed, error);
}

/**
 * What `read` gives.
 * @throws CliError with the words of what it throws
 */
export function usable<T>(words: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CliError(`${(error as Error).message} ${words}`, ExitCode.Usage, error);
  }
}

/**
 * The value of a JSON text that an option was given.
 * @throws CliError
 */
export function jsonOf(option: string, text: string, words = ""): unknown {
  return parsedJson(text, (why) => `${option} is no JSON (${why}). ${words}`.trim());
}
