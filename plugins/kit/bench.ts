import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";
import { callPlugin } from "#plugins/host/call-plugin.ts";
import type { PluginSample } from "#plugins/host/kind-definition.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { PluginProcesses, type PluginProcessesOptions } from "#plugins/host/plugin-processes.ts";
import { PluginFailure } from "#plugins/host/plugin-words.ts";
import { type ServiceSources, sourcesOf } from "#plugins/host/service-table.ts";

/** A sample with, optionally, the patch that the plug-in must return. */
export interface KitCase<Kind extends PluginKind = PluginKind> extends PluginSample<Kind> {
  readonly patch?: unknown;
}

/** Options of the kit. Neither pauses nor a lower priority delay the plug-ins, because no other calls must be protected from them. */
export const kitProcesses: PluginProcessesOptions = { restartPauseMs: 0, priorityBelow: 0 };

/** Attempts of a call that takes too long: a slow plug-in is slow each time, one that only a busy machine delayed is not. */
const triesInTime = 3;

/** Test bench of one plug-in, through which the rules of the kit call it. */
export class PluginBench<Kind extends PluginKind = PluginKind> {
  readonly file: string;
  readonly kind: Kind;
  /** The samples of its kind and the cases of its author. */
  readonly cases: readonly KitCase<Kind>[];
  readonly #processes = new PluginProcesses(() => (this.strays += 1), kitProcesses);
  /** Number of failures after an answer. */
  strays = 0;
  /** Number of times that the plug-in disclosed a secret. */
  told = 0;

  constructor(plugin: { readonly file: string; readonly kind: Kind }, cases: readonly KitCase<Kind>[]) {
    this.file = plugin.file;
    this.kind = plugin.kind;
    this.cases = [...pluginKinds[plugin.kind].samples, ...cases];
  }

  /** Calls the plug-in with a case as the service would, but up to three times if it takes too long. */
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

  /** Runs `work` with fresh processes that have answered no call before. */
  async alone<T>(work: (own: PluginBench<Kind>) => Promise<T>): Promise<T> {
    const own = new PluginBench<Kind>(this, []);
    try {
      return await work(own);
    } finally {
      await own.close();
    }
  }

  /** Ends the processes of the bench. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

type Patch<Kind extends PluginKind> = PluginKinds[Kind]["patch"];

/** Returns true if the service has stopped a plug-in for taking too long; the plug-in's own words do not count. */
export function isTooLate(error: unknown): error is PluginFailure {
  return error instanceof PluginFailure && error.own === undefined && error.message.startsWith("it took longer than ");
}
