import type { Client } from "@temporalio/client";

import { webhookGatherMs, webhookSweepMs } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { eventTables } from "#operations/webhooks/engine/follow-events.ts";
import { webhookWorkflow } from "#operations/webhooks/engine/wake-webhook.ts";
import { laggingWebhooks } from "#operations/webhooks/lagging-webhooks.ts";
import { wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

/** Feeder of an installation's webhooks from its change log. */
export interface WebhookFeeder {
  /** Collects the current changes; it never fails, and retries later. */
  feed(): Promise<void>;
  /** Stops feeding and waits for the work in progress. */
  stop(): Promise<void>;
}

/**
 * Makes the feeder of a hub: it collects committed changes together a moment later, and finds missed ones by a sweep every few seconds.
 * Several hubs may feed the same webhooks.
 */
export function createWebhookFeeder(context: ServiceContext): WebhookFeeder {
  let feeding: Promise<void> | undefined;
  let asked = false;
  const ending = new AbortController();
  let failed = false;

  async function collect(): Promise<void> {
    const caller = engineCaller(ModuleName.Webhook, context.ids.guid());
    for (const key of await invoke(laggingWebhooks, context, caller, {})) {
      while (!ending.signal.aborted && (await invoke(collectEvents, context, caller, { key })).left);
    }
  }

  let unfollow: (() => void) | undefined;
  // Every change of these tables is read for this, and a discovery makes very many: only if a webhook wants events.
  async function followWhereWanted(): Promise<void> {
    const wanted = (await context.store.count("webhooks", { enabled: true })) > 0;
    if (wanted) unfollow ??= context.changes.subscribe({ tables: eventTables, mayWait: true, onChange: gather });
    else {
      unfollow?.();
      unfollow = undefined;
    }
  }

  async function run(): Promise<void> {
    while (asked && !ending.signal.aborted) {
      asked = false;
      try {
        await followWhereWanted();
        await collect();
        failed = false;
      } catch (error) {
        if (!failed) context.log.warn({ err: error }, "Events could not be collected; they are kept and come later.");
        failed = true;
      }
    }
    // Immediately, so that a later caller begins a run of its own.
    feeding = undefined;
  }

  function feed(): Promise<void> {
    asked = true;
    feeding ??= run();
    return feeding;
  }

  let gathering: NodeJS.Timeout | undefined;
  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void feed();
    }, webhookGatherMs);
  }

  const unsubscribe = context.changes.subscribe({ tables: ["webhooks"], mayWait: true, onChange: gather });
  const sweep = setInterval(() => void feed(), webhookSweepMs);
  void feed();
  return {
    feed,
    async stop() {
      ending.abort();
      unsubscribe();
      clearInterval(sweep);
      clearTimeout(gathering);
      await feeding;
      unfollow?.();
    },
  };
}

/**
 * Wakes every webhook, and starts the workflow of one that has none: the engine may have lost it, or someone ended it.
 * @throws the client's error when the engine does not answer
 */
export async function wakeWebhooks(context: ServiceContext, client: Client): Promise<void> {
  for (const { key } of await context.store.select("webhooks")) {
    await wakeWorkflow(client, { workflowType: webhookWorkflow, workflowId: key }, "ALLOW_DUPLICATE");
  }
}
