import { pluginFailurePauseMs } from "#domain/limits.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/log.ts";

import type { PluginFailure } from "./call-plugin.ts";

interface Told {
  readonly atMs: number;
  readonly unsaid: number;
}

const filesMax = 1_000;

/** Tells in the log why a plug-in fails: of each file and kind once a minute, with how many failures went unsaid before. */
export class FailureLog {
  readonly #told = new Map<string, Told>();

  /** Tells of a failure, or counts it. */
  tell(
    { plugin, kind, failure }: { readonly plugin: string; readonly kind: string; readonly failure: PluginFailure },
    { log, clock }: { readonly log: Logger; readonly clock: Clock },
  ): void {
    const key = `${kind} ${plugin}`;
    const last = this.#told.get(key);
    const nowMs = clock.now();
    if (last !== undefined && nowMs - last.atMs < pluginFailurePauseMs) {
      this.#told.set(key, { ...last, unsaid: last.unsaid + 1 });
      return;
    }
    if (this.#told.size >= filesMax) this.#told.clear();
    this.#told.set(key, { atMs: nowMs, unsaid: 0 });
    const { message: reason, own } = failure;
    const unsaid = last?.unsaid ?? 0;
    log.error(
      { plugin, kind, reason, ...(own !== undefined && { own }), ...(unsaid > 0 && { unsaid }) },
      "A plug-in cannot be used, and the call that needed it was refused.",
    );
  }
}
