import { pluginFailurePauseMs, pluginFailureShownMs } from "#domain/plugin-limits.ts";
import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { PluginFailure } from "./plugin-words.ts";

interface Failed extends FailedPlugin {
  readonly atMs: number;
  readonly toldAtMs: number;
  /** Failures since the last entry in the log. */
  readonly unsaid: number;
}

const filesMax = 1_000;

/** Records the plug-ins that fail, and logs why: at most once a minute per file and kind, with the number of failures not logged since. */
export class PluginFailures {
  readonly #failed = new Map<string, Failed>();
  readonly #log: Logger;
  readonly #clock: Clock;

  constructor({ log, clock }: { readonly log: Logger; readonly clock: Clock }) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Lists the plug-ins whose last call failed within the last hour. */
  list(): readonly FailedPlugin[] {
    const now = this.#clock.now();
    return [...this.#failed.values()]
      .filter(({ atMs }) => now - atMs < pluginFailureShownMs)
      .map(({ plugin, kind, message }) => ({ plugin, kind, message }));
  }

  /** Clears the failures of a plug-in that has answered. */
  answered(plugin: string, kind: string): void {
    if (this.#failed.size > 0) this.#failed.delete(`${kind} ${plugin}`);
  }

  /** Logs a failure, or counts it. */
  tell(plugin: string, kind: string, { message: reason, own }: PluginFailure): void {
    const key = `${kind} ${plugin}`;
    const last = this.#failed.get(key);
    const atMs = this.#clock.now();
    const message = `It cannot be used: ${reason}.`;
    if (last !== undefined && atMs - last.toldAtMs < pluginFailurePauseMs) {
      this.#failed.set(key, { ...last, message, atMs, unsaid: last.unsaid + 1 });
      return;
    }
    if (this.#failed.size >= filesMax) this.#failed.clear();
    this.#failed.set(key, { plugin, kind, message, atMs, toldAtMs: atMs, unsaid: 0 });
    const unsaid = last?.unsaid ?? 0;
    this.#log.error(
      { plugin, kind, reason, ...(own !== undefined && { own }), ...(unsaid > 0 && { unsaid }) },
      "A plug-in cannot be used, and the call that needed it was refused.",
    );
  }
}
