import { basename, resolve } from "node:path";

import { pluginWordsMaxCharacters } from "#domain/plugin-limits.ts";
import { createScrubber } from "#platform/logs/scrub.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import type { PluginKindDefinition } from "./kind-definition.ts";
import { pluginKinds } from "./plugin-kinds.ts";
import { pluginName } from "./plugin-name.ts";
import { type AskedPlugin, PluginFailure } from "./plugin-words.ts";
import { faultsOf } from "./schemas.ts";
import { type ServiceName, type ServiceSources, serviceTable } from "./service-table.ts";
import { pack, unpack } from "./wire.ts";

/** A place where plug-ins run. */
export interface PluginRunner {
  /**
   * Runs `work` with the plug-in of a file.
   * @throws PluginFailure when `work` takes longer than `withinMs`
   */
  use<T>(file: string, withinMs: number, work: (plugin: AskedPlugin) => Promise<T>): Promise<T>;
}

/** One call of a plug-in. */
export interface PluginCall<Kind extends PluginKind> {
  readonly file: string;
  readonly kind: Kind;
  /** Request of the plug-in. It learns nothing else of the service but the answers to its service calls. */
  readonly request: PluginKinds[Kind]["request"];
  readonly services: ServiceSources;
  /** Time limit of the call; absent = the limit of the kind. */
  readonly withinMs?: number;
  /** Receives what the plug-in logs, without the secrets of its request. */
  log(text: string): void;
  /** Reports a disclosure of a secret of the request by the plug-in. */
  told?(): void;
}

/**
 * Calls the function `run` of a plug-in in its runner, and returns the validated patch. Whatever the plug-in does in its own process, this
 * process continues and the call ends in time.
 * @throws PluginFailure, without the secrets of the request; TypeError if the request does not fit the kind
 */
export async function callPlugin<Kind extends PluginKind>(
  runner: PluginRunner,
  call: PluginCall<Kind>,
): Promise<PluginKinds[Kind]["patch"]> {
  const { file, kind, log, told } = call;
  const definition: PluginKindDefinition<Kind> = pluginKinds[kind];
  const faults = faultsOf(definition.request, call.request);
  if (faults !== undefined) throw new TypeError(`A plug-in of the kind ${kind} cannot be asked so (${faults}).`);
  const { text, secrets } = pack(call.request);
  if (secrets.length > 0 && !definition.secrets) throw new TypeError(`Plug-ins of the kind ${kind} get no secrets.`);
  const scrubber = createScrubber(secrets);
  const scrub = (words: string) => {
    const scrubbed = scrubber(words);
    if (scrubbed !== words) told?.();
    return scrubbed.slice(0, pluginWordsMaxCharacters);
  };
  const ask = async (plugin: AskedPlugin) => {
    const own = await plugin.loaded;
    if (own !== null && own !== kind)
      throw new PluginFailure(`it is a plug-in of another kind than ${kind}`, `kind is ${own}`);
    const listener = {
      log: (words: string) => log(scrub(words)),
      ask: (service: string, asked: string) => answerOf(call, service, asked),
    };
    return plugin.ask({ request: text, services: definition.services }, listener);
  };
  try {
    requireName(file);
    const packed = await runner.use(resolve(file), call.withinMs ?? definition.withinMs, ask);
    return checked(definition, call.request, unpack(packed));
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    throw new PluginFailure(error.message, error.own === undefined ? undefined : scrub(error.own));
  }
}

/** @throws PluginFailure */
function requireName(file: string): void {
  if (!pluginName.test(basename(file)))
    throw new PluginFailure(
      "its name is not made of letters, digits, '_', '.' and '-' with .mjs, .js or .ts at its end",
    );
}

function checked<Kind extends PluginKind>(
  definition: PluginKindDefinition<Kind>,
  request: PluginKinds[Kind]["request"],
  given: unknown,
): PluginKinds[Kind]["patch"] {
  const patch = definition.patch.safeParse(given);
  const unfit = patch.success
    ? definition.unfit(patch.data, request)
    : faultsOf(definition.patch, given, definition.secrets);
  if (!patch.success || unfit !== undefined) throw new PluginFailure(`what it returns does not fit (${unfit})`);
  return patch.data;
}

/** Answers a service call of a plug-in; the answer holds only what the service's schema names. */
async function answerOf<Kind extends PluginKind>(
  { kind, services }: PluginCall<Kind>,
  service: string,
  text: string,
): Promise<string> {
  const allowed: readonly string[] = pluginKinds[kind].services;
  if (!allowed.includes(service)) throw new Error(`plug-ins of the kind ${kind} have no service ${service}`);
  const { asked, given } = serviceTable[service as ServiceName];
  const question = JSON.parse(text) as unknown;
  const faults = faultsOf(asked, question, pluginKinds[kind].secrets);
  if (faults !== undefined) throw new Error(`what it asks of ${service} does not fit (${faults})`);
  const source = services[service as ServiceName] as (question: unknown) => Promise<unknown>;
  return pack(given.parse(await source(question))).text;
}
