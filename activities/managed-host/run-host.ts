import { setTimeout as sleep } from "node:timers/promises";

import type { OrderRunner } from "#activities/proxy/run-order.ts";
import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { HostClient } from "./client.ts";
import type { HandNote } from "./host-files.ts";
import type { ProgramNote } from "./program-note.ts";

/** What a managed host works with. */
export interface HostOptions {
  readonly client: HostClient;
  /** Carries orders out by the programs of the host. */
  readonly runner: OrderRunner;
  readonly note: HandNote;
  readonly program: Pick<ProgramNote, "endLeft">;
  readonly log: Logger;
}

/**
 * Asks once what is to be done and does it, until there is nothing more to do; what an earlier process has left running is ended
 * before, and what it has found out and not reported is told first. Gives the time after which the service is to be asked again.
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
    // Broken off, it says nothing of the account: whoever asks next is sent the same order.
    if (signal.aborted && outcome.result !== "S") return 0;
    note.write({ operationKey, sends, outcome });
    log.info({ requestId, operationKey, sends, code: order.code, result: outcome.result }, "An order was carried out.");
    await reportLeft(options, signal);
  }
}

/** Tells what was found out. What is refused is told no more: the service asks again what opens the account. */
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

/** How often a managed host asks. */
export interface HostPace {
  /** The longest time between two calls. */
  readonly everyMs: number;
}

const firstPauseMs = 1_000;
const longestPauseMs = 300_000;

/**
 * Asks again and again until the signal fires; while the service cannot be reached or is busy the pauses grow.
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
