import { setImmediate as nextTurn } from "node:timers/promises";

import { auditChainRowsMax, auditSweepMs } from "#domain/audit-limits.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { AuditSink } from "#platform/audit-sinks/audit-sink.ts";

/** What keeps the audit: its chain, the figures of sessions and days, and its sinks. */
export interface AuditKeeper {
  /** Does everything that is due once: chain and figures are done when it resolves, sinks have been begun. */
  tick(): Promise<void>;
  /** Resolves when no sink is being served. */
  settled(): Promise<void>;
  /** Ends the ticking and waits for what is under way. */
  stop(): Promise<void>;
}

/** What a keeper is made of. */
export interface AuditKeeperOptions {
  readonly context: Pick<ServiceContext, "store" | "clock" | "log">;
  readonly sinks: readonly AuditSink[];
  /** Ticks each second by itself; a test ticks by hand. */
  readonly sweep?: boolean;
}

/**
 * Makes the keeper of a hub. It stands beside the calls, not in their way: they leave their rows, it takes them up. Several
 * hubs may keep one database. A sink that fails is left alone for a while, and holds up neither the chain nor another sink.
 */
export function createAuditKeeper({ context, sinks, sweep = false }: AuditKeeperOptions): AuditKeeper {
  const { store, clock, log } = context;
  const serving = new Map<string, Promise<void>>();
  let ticking: Promise<void> | undefined;
  const ending = new AbortController();

  async function chain(): Promise<void> {
    // What comes meanwhile waits for the next tick: many rows at once cost hardly more than one. The driver of SQLite answers at
    // once, and without a pause a long backlog would keep this process from all else.
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
      // What the last calls have left behind should not have to wait for the next start.
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

/** `fetch` hides what has happened in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
