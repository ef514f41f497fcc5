import { setTimeout as sleep } from "node:timers/promises";

import type { OrderRunner } from "#activities/proxy/run-order.ts";
import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { HostClient } from "./client.ts";
import type { HandNote } from "./host-files.ts";
import type { ProgramNote } from "./program-note.ts";

/** Services of a managed host. */
export interface HostOptions {
  readonly client: HostClient;
  /** Runner that carries out orders by the programs of the host. */
  readonly runner: OrderRunner;
  readonly note: HandNote;
  readonly program: Pick<ProgramNote, "endLeft">;
  readonly log: Logger;
}

/**
 * Asks for orders and carries them out until there are none. Before that it ends a program that an earlier process has left running, and
 * reports an outcome that is not reported yet. Returns the milliseconds until the service is to be asked again.
 * @throws ProxyCallError, PROXY_MISCONFIGURED, or a network error
 */
export async function askOnce(options: HostOptions, signal: AbortSignal): Promise<number> {
  const { client, runner, note, program, log } = options;
  await program.endLeft();
  await reportLeft(options, signal);
  for (;;) {
    const { order, askAgainMs } = await client.ask(signal);
    if (order === undefined) return askAgainMs;
    const { operationKey, sends, requestId } = order;
    note.write({ operationKey, sends });
    const outcome = await runner.run(order, signal);
    // An aborted order says nothing about the account: the next call gets the same order.
    if (signal.aborted && outcome.result !== "S") return 0;
    note.write({ operationKey, sends, outcome });
    log.info({ requestId, operationKey, sends, code: order.code, result: outcome.result }, "An order was carried out.");
    await reportLeft(options, signal);
  }
}

/** Reports the outcome of the note. A refused one is not reported again: the service itself asks which password opens the account. */
async function reportLeft({ client, note, log }: HostOptions, signal: AbortSignal): Promise<void> {
  const { outcome } = note.read() ?? {};
  if (outcome === undefined) return;
  try {
    await client.report(outcome, signal);
  } catch (error) {
    if (!(error instanceof ProxyCallError) || error.code !== "OUTCOME_REFUSED") throw error;
    log.warn({ operationKey: outcome.operationKey }, "The service takes this outcome no more.");
  }
  note.clear();
}

/** Pace of a managed host's calls. */
export interface HostPace {
  /** Longest time between two calls in milliseconds. */
  readonly everyMs: number;
}

const firstPauseMs = 1_000;
const longestPauseMs = 300_000;

/**
 * Asks repeatedly until the signal fires, with growing pauses (backoff) while the service cannot be reached or is busy.
 * @throws ProxyCallError where the service refuses this host
 */
export async function runHost(options: HostOptions, { everyMs }: HostPace, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    let waitMs: number;
    try {
      waitMs = Math.min(await askOnce(options, signal), everyMs);
      pauseMs = firstPauseMs;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ProxyCallError && !error.retryable) throw error;
      options.log.warn({ err: error, pauseMs }, "The service was not reached; it is asked again later.");
      waitMs = Math.min(pauseMs, longestPauseMs, everyMs);
      pauseMs *= 2;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
