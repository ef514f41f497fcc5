import { basename } from "node:path";

import { ServiceError } from "#domain/errors.ts";
import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import { builtInPlugins } from "./built-in-plugins.ts";
import { callPlugin, type PluginCall } from "./call-plugin.ts";
import { PluginFailures } from "./plugin-failures.ts";
import { isBuiltIn, pluginFile, trustedPluginFile } from "./plugin-file.ts";
import { PluginProcesses } from "./plugin-processes.ts";
import { PluginFailure } from "./plugin-words.ts";

/** One question to a plug-in of this installation. */
export interface PluginQuestion<Kind extends PluginKind> extends Pick<
  PluginCall<Kind>,
  "kind" | "request" | "services" | "withinMs"
> {
  /** Name of its file in the folder, or of a built-in plug-in. */
  readonly name: string;
}

/** The plug-ins of this installation, as one process asks them. */
export interface PluginHost {
  /**
   * Calls a plug-in and returns its validated patch. The log says why a plug-in cannot be used.
   * @throws PLUGIN_UNUSABLE
   */
  ask<Kind extends PluginKind>(question: PluginQuestion<Kind>): Promise<PluginKinds[Kind]["patch"]>;
  /** Returns true if a plug-in of this name exists. */
  has(kind: PluginKind, name: string): boolean;
  /** Lists the plug-ins whose last call failed. */
  failed(): readonly FailedPlugin[];
  close(): Promise<void>;
}

/** Makes the host of the plug-ins that lie in a folder. */
export function createPluginHost(part: {
  readonly folder: string;
  readonly log: Logger;
  readonly clock: Clock;
}): PluginHost {
  const { folder, log } = part;
  const failures = new PluginFailures(part);
  const processes = new PluginProcesses((file) =>
    log.error({ plugin: basename(file) }, "A plug-in has failed after it had answered; its process has ended."),
  );
  return {
    async ask(question) {
      const { name, kind } = question;
      try {
        const file = trustedPluginFile(folder, kind, name);
        const told = (text: string) => log.info({ plugin: name, kind }, text);
        const runner = isBuiltIn(kind, name) ? builtInPlugins : processes;
        const patch = await callPlugin(runner, { ...question, file, log: told });
        failures.answered(name, kind);
        return patch;
      } catch (failure) {
        if (!(failure instanceof PluginFailure)) throw failure;
        failures.tell(name, kind, failure);
        throw refusal(name, failure);
      }
    },
    has: (kind, name) => pluginFile(folder, kind, name) !== undefined,
    failed: () => failures.list(),
    close: () => processes.close(),
  };
}

function refusal(name: string, { message: why, own }: PluginFailure): ServiceError {
  return new ServiceError("PLUGIN_UNUSABLE", {
    target: name,
    message: `The plug-in '${name}' cannot be used: ${why}${own === undefined ? "" : ", and the log says how"}. Correct the file in PLUGIN_FOLDER, or the option that names it.`,
    detail: own,
  });
}
