import { pathToFileURL } from "node:url";

import type { PluginRunner } from "./call-plugin.ts";
import { type AskedPlugin, type PluginListener, PluginFailure, type PluginWork } from "./plugin-words.ts";
import { pack, unpack } from "./wire.ts";

interface PluginModule {
  readonly run: (request: unknown, services: object) => unknown;
  readonly kind?: string;
}

/**
 * Runs the plug-ins that come with the service, in its own process: they are its own code, and a busy machine must not decide whether one
 * can be called. Their requests and patches are packed and validated as those of all others; only the answers that they wait for take time.
 */
export const builtInPlugins: PluginRunner = {
  async use(file, withinMs, work) {
    const module = (await import(pathToFileURL(file).href)) as PluginModule;
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => undefined);
    const timer = setTimeout(() => late.reject(new PluginFailure(`it took longer than ${withinMs} ms`)), withinMs);
    try {
      return await Promise.race([work(askedHere(module)), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  },
};

function askedHere({ run, kind }: PluginModule): AskedPlugin {
  return {
    loaded: Promise.resolve(kind ?? null),
    async ask(work, listener) {
      try {
        return pack(await run(unpack(work.request), servicesOf(work, listener))).text;
      } catch (error) {
        throw new PluginFailure("it failed", error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function servicesOf({ services }: PluginWork, listener: PluginListener): object {
  const asked = services.map((name) => [
    name,
    async (given: unknown) => unpack(await listener.ask(name, pack(given).text)),
  ]);
  return { log: (words: unknown) => listener.log(String(words)), ...Object.fromEntries(asked) };
}
