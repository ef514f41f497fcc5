import { setTimeout as sleep } from "node:timers/promises";

import { type Client, isGrpcServiceError } from "@temporalio/client";

import { ModuleName } from "#domain/module-name.ts";
import { listUnfinishedDiscoveries } from "#operations/discovery/list-unfinished.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { listUnfinished } from "#operations/requests/list-unfinished.ts";

import { restartIfAbandoned } from "./abandoned.ts";

/** Services of the monitor. */
export interface MonitorOptions {
  readonly context: ServiceContext;
  readonly client: Client;
  /** Signal that ends the monitor early. */
  readonly signal: AbortSignal;
}

/** Result of the monitor. */
export interface MonitorReport {
  readonly unfinished: number;
  readonly restarted: number;
}

const pauseMs = 250;
const callMs = 2000;
const outboxWaitMs = 30_000;
const pageSize = 200;

/**
 * Runs once at the start of a hub, beside its worker. It waits until the engine answers, lets the outbox empty, then starts the workflow of
 * every unfinished request that has none and needs one. The first step of such a request finds its work in the rows. Unsent operations are
 * sent, unanswered ones are sent again, and their proxy checks first.
 */
export async function runMonitor(options: MonitorOptions): Promise<MonitorReport> {
  const { context, signal } = options;
  await engineAnswers(options);
  await outboxIsEmpty(context, signal);
  let unfinished = 0;
  let restarted = 0;
  let after = "";
  const restart = async (workflowType: string, keys: readonly string[]) => {
    for (const workflowId of keys) {
      signal.throwIfAborted();
      const call = () => restartIfAbandoned(options, { workflowType, workflowId });
      if (await whileEngineIsAway(options, call)) restarted += 1;
    }
  };
  for (;;) {
    const input = { after, limit: pageSize };
    const keys = await invoke(listUnfinished, context, engineCaller(ModuleName.Idtm, context.ids.guid()), input);
    // Requests that wait for people or for their start need no workflow before their moment.
    const waiting = await context.store.moments.waiting(keys);
    const due = keys.filter((key) => !waiting.has(key));
    await restart("request", due);
    unfinished += keys.length;
    after = keys.at(-1) ?? "";
    if (keys.length < pageSize) break;
  }
  const caller = engineCaller(ModuleName.Idtm, context.ids.guid());
  const discoveries = await invoke(listUnfinishedDiscoveries, context, caller, {});
  await restart("discovery", discoveries);
  unfinished += discoveries.length;
  context.log.info({ unfinished, restarted }, "The monitor has looked at all unfinished requests and discoveries.");
  return { unfinished, restarted };
}

async function engineAnswers({ client, signal }: MonitorOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const { namespace } = client.options;
      await client.withDeadline(Date.now() + callMs, () => client.workflowService.describeNamespace({ namespace }));
      return;
    } catch {
      // The dispatch of the outbox has already logged that the engine is away.
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Repeats a call that the loss of the engine has interrupted. */
async function whileEngineIsAway<T>(options: MonitorOptions, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isGrpcServiceError(error)) throw error;
      await sleep(pauseMs, undefined, { signal: options.signal });
      await engineAnswers(options);
    }
  }
}

/** Waits until the outbox is empty, or a deadline: new requests keep coming, and a second start does no harm. */
async function outboxIsEmpty({ store, nudge }: ServiceContext, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + outboxWaitMs;
  while ((await store.outbox.unsent()) > 0 && Date.now() < deadline) {
    nudge();
    await sleep(pauseMs, undefined, { signal });
  }
}
