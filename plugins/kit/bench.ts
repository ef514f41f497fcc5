import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";
import { callPlugin } from "#plugins/host/call-plugin.ts";
import type { PluginSample } from "#plugins/host/kind-definition.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { PluginProcesses, type PluginProcessesOptions } from "#plugins/host/plugin-processes.ts";
import { PluginFailure } from "#plugins/host/plugin-words.ts";
import { type ServiceSources, sourcesOf } from "#plugins/host/service-table.ts";

/** A request with what the services answer and, where the author says so, what must be returned. */
export interface KitCase<Kind extends PluginKind = PluginKind> extends PluginSample<Kind> {
  readonly patch?: unknown;
}

/** Nobody waits for the kit, and no call of others has to be kept from plug-ins: neither pauses nor a lesser priority make them late. */
export const kitProcesses: PluginProcessesOptions = { restartPauseMs: 0, priorityBelow: 0 };

/** Who is too slow is so each time; a plug-in whose process a busy machine has kept waiting is not. */
const triesInTime = 3;

/** What the rules of the kit ask a plug-in with. */
export class PluginBench<Kind extends PluginKind = PluginKind> {
  readonly file: string;
  readonly kind: Kind;
  /** The samples of its kind and the cases of its author. */
  readonly cases: readonly KitCase<Kind>[];
  readonly #processes = new PluginProcesses(() => (this.strays += 1), kitProcesses);
  /** How often it has failed after an answer. */
  strays = 0;
  /** How often it has told a secret. */
  told = 0;

  constructor(plugin: { readonly file: string; readonly kind: Kind }, cases: readonly KitCase<Kind>[]) {
    this.file = plugin.file;
    this.kind = plugin.kind;
    this.cases = [...pluginKinds[plugin.kind].samples, ...cases];
  }

  /** Asks it with a case as the service would, but up to three times where it takes too long. */
  async ask(one: KitCase<Kind>, sources: ServiceSources = sourcesOf(one.services)): Promise<Patch<Kind>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#askOnce(one, sources);
      } catch (error) {
        if (tries === triesInTime || !isTooLate(error)) throw error;
      }
    }
  }

  #askOnce({ request }: KitCase<Kind>, services: ServiceSources): Promise<Patch<Kind>> {
    return callPlugin(this.#processes, {
      file: this.file,
      kind: this.kind,
      request,
      services,
      log: () => undefined,
      told: () => (this.told += 1),
    });
  }

  /** Lets `work` ask it in processes that nobody has asked before. */
  async alone<T>(work: (own: PluginBench<Kind>) => Promise<T>): Promise<T> {
    const own = new PluginBench<Kind>(this, []);
    try {
      return await work(own);
    } finally {
      await own.close();
    }
  }

  /** Ends its processes. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

type Patch<Kind extends PluginKind> = PluginKinds[Kind]["patch"];

/** Whether a plug-in has taken longer than it may, by the words of the service and not by its own. */
export function isTooLate(error: unknown): error is PluginFailure {
  return error instanceof PluginFailure && error.own === undefined && error.message.startsWith("it took longer than ");
}
