import { fenceKnownMs } from "#domain/fence-limits.ts";
import type { Logger } from "#platform/logs/log.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";
import type { Store } from "#store/store.ts";

/** Watch over the fence that the database has for programs of older versions. */
export interface FenceWatch {
  /** Fires once this process is too old. */
  readonly outdated: AbortSignal;
  stop(): void;
}

/** Returns the words for a program that is too old for its database. */
export function tooOldWords(): string {
  return `This program is older than the database: it knows version ${schemaVersion()} of the schema, and a newer one has taken something away. Start the version that has migrated the database.`;
}

/** Watches the fence in a process that goes on; a command looks when it starts, and each of its transactions looks. */
export function watchFence(
  store: Pick<Store, "admission">,
  log: Pick<Logger, "error" | "debug">,
  isService: boolean,
): FenceWatch {
  const outdated = new AbortController();
  if (!isService) return { outdated: outdated.signal, stop: () => undefined };
  const look = async () => {
    // While the database is away, nothing can be written either.
    const admission = await store.admission().catch((err: unknown) => log.debug({ err }, "The fence is not known."));
    if (admission === undefined || admission === "whole" || outdated.signal.aborted) return;
    log.error({ admission, version: schemaVersion() }, tooOldWords());
    outdated.abort();
  };
  const timer = setInterval(() => void look(), fenceKnownMs);
  timer.unref();
  return { outdated: outdated.signal, stop: () => clearInterval(timer) };
}
