import { setImmediate as nextTurn } from "node:timers/promises";

import { auditChainRowsMax, auditSweepMs } from "#domain/audit-limits.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { AuditSink } from "#platform/audit-sinks/audit-sink.ts";

/** Keeper of the audit: its chain, the figures of sessions and days, and its sinks. */
export interface AuditKeeper {
  /** Performs everything that is due once. When it resolves, chain and figures are done, and deliveries to sinks have begun. */
  tick(): Promise<void>;
  /** Resolves when no delivery to a sink is in progress. */
  settled(): Promise<void>;
  /** Stops the timer and waits for the work in progress. */
  stop(): Promise<void>;
}

/** Services and settings of a keeper. */
export interface AuditKeeperOptions {
  readonly context: Pick<ServiceContext, "store" | "clock" | "log">;
  readonly sinks: readonly AuditSink[];
  /** True to tick each second automatically; a test ticks by hand. */
  readonly sweep?: boolean;
}

/**
 * Makes the keeper of a hub. It works beside the calls without delaying them: they write their rows, it collects them. Several hubs may
 * keep one database. A sink that fails is paused for a while, and delays neither the chain nor another sink.
 */
export function createAuditKeeper({ context, sinks, sweep = false }: AuditKeeperOptions): AuditKeeper {
  const { store, clock, log } = context;
  const serving = new Map<string, Promise<void>>();
  let ticking: Promise<void> | undefined;
  const ending = new AbortController();

  async function chain(): Promise<void> {
    // New rows wait for the next tick: many rows at once cost hardly more than one. The driver of SQLite answers at once, so without a
    // pause a long backlog would block this process.
    while ((await store.auditChain.extend()) === auditChainRowsMax) await nextTurn();
  }

  async function keep(): Promise<void> {
    try {
      await chain();
      while (!ending.signal.aborted && (await store.sessions.expire(clock.now())) > 0);
      while (!ending.signal.aborted && (await store.closeDays()) > 0);
    } catch (error) {
      log.warn({ err: error }, "The audit's chain could not be extended; it is tried again.");
    }
    for (const sink of sinks) {
      if (serving.has(sink.name)) continue;
      serving.set(
        sink.name,
        serve(context, sink, ending.signal).finally(() => serving.delete(sink.name)),
      );
    }
  }

  function tick(): Promise<void> {
    ticking ??= keep().finally(() => (ticking = undefined));
    return ticking;
  }

  const settled = async () => {
    while (serving.size > 0) await Promise.all(serving.values());
  };
  const timer = sweep ? setInterval(() => void tick(), auditSweepMs) : undefined;
  return {
    tick,
    settled,
    async stop() {
      ending.abort();
      clearInterval(timer);
      await ticking;
      // The rows of the last calls should not have to wait for the next start.
      await chain().catch((error: unknown) => log.warn({ err: error }, "The audit's chain goes on at the next start."));
      await settled();
    },
  };
}

async function serve(
  { store, log }: AuditKeeperOptions["context"],
  sink: AuditSink,
  ending: AbortSignal,
): Promise<void> {
  try {
    while (!ending.aborted) {
      const delivery = await store.auditDeliveries.take(sink.name);
      if (delivery === null || delivery.records.length === 0) return;
      try {
        await sink.deliver(delivery.records);
      } catch (error) {
        const reason = reasonOf(error);
        log.warn({ sink: sink.name, reason }, "A sink of the audit fails; its rows are kept and come later.");
        await store.auditDeliveries.failed(delivery, reason);
        return;
      }
      await store.auditDeliveries.delivered(delivery);
    }
  } catch (error) {
    log.warn({ err: error, sink: sink.name }, "The audit could not be read for a sink; it is tried again.");
  }
}

/** Returns the reason of an error; `fetch` hides it in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
