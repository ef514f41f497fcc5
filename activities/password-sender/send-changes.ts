import { setTimeout as sleep } from "node:timers/promises";

import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { ReportAnswer, SenderSettings } from "#domain/password-sync/sender-call.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { SenderClient } from "./client.ts";
import type { Spool } from "./spool.ts";
import { elapsedMs, type SteadyClock } from "./steady-moment.ts";
import type { WaitingChange } from "./waiting-change.ts";

/** Services of the sending of changes. */
export interface SendingOptions {
  readonly client: Pick<SenderClient, "hello" | "report">;
  readonly spool: Spool;
  readonly clock: SteadyClock;
  /** Version of the sender's program. */
  readonly version: string;
  /** Keeps the settings that came with an answer. */
  readonly heard: (settings: SenderSettings) => void;
  readonly log: Logger;
  /** Pauses after failed calls, in milliseconds. */
  readonly pauses?: Pauses;
}

interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly refusedMs: number;
}

const usualPauses = { firstMs: 1_000, longestMs: 60_000, refusedMs: 300_000 } as const;
const helloFirstMs = 60_000;

/**
 * Sends the changes of a spool in their order, one call at a time, and says regularly that the sender runs, until the signal fires. Failed
 * calls are repeated with growing pauses, without end.
 */
export async function sendChanges(options: SendingOptions, signal: AbortSignal): Promise<void> {
  const { client, spool, version, heard, log, pauses = usualPauses } = options;
  let pauseMs: number = pauses.firstMs;
  let helloMs = helloFirstMs;
  let isHelloDue = true;
  const ready = wakened(spool, signal);
  while (!signal.aborted) {
    try {
      const change = spool.first();
      if (change !== undefined) await report(options, change, signal);
      else if (isHelloDue) {
        const settings = await client.hello({ version, waiting: spool.waiting }, signal);
        heard(settings);
        helloMs = settings.helloMs;
      }
      isHelloDue = false;
      pauseMs = pauses.firstMs;
      if (spool.first() === undefined) isHelloDue = (await ready(helloMs)) === "over";
    } catch (error) {
      if (signal.aborted) return;
      log.warn(
        { err: error, waiting: spool.waiting },
        "The service does not take changes of passwords; it is called again.",
      );
      await sleep(pauseAfter(error, pauseMs, pauses), undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, pauses.longestMs);
      isHelloDue = true;
    }
  }
}

// The same call may be taken later, although they are no failures of the service.
const passing: readonly number[] = [408, 409];

/** Returns the milliseconds to wait after a failed call: what the service has asked for, if that is longer, up to the longest pause. */
function pauseAfter(error: unknown, pauseMs: number, { refusedMs }: Pauses): number {
  if (!(error instanceof ProxyCallError)) return pauseMs;
  if (!error.retryable && !passing.includes(error.status)) return refusedMs;
  return Math.max(pauseMs, Math.min(error.retryAfterMs ?? 0, refusedMs));
}

async function report(options: SendingOptions, change: WaitingChange, signal: AbortSignal): Promise<void> {
  const { client, spool, clock, heard, log } = options;
  const { series, number, name, jwe, reason, at } = change;
  let answer: ReportAnswer;
  try {
    answer = await client.report(
      {
        series,
        number,
        name,
        jwe,
        ...(reason !== undefined && { reason }),
        heldMs: elapsedMs(at, clock()),
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof ProxyCallError)) throw error;
    if (error.code === seriesOver) throw begunAgain(spool, "The service has a newer series of this sender.", error);
    if (!unusable.includes(error.status) || jwe === null) throw error;
    log.error({ err: error, number }, "The service cannot use this change. It is sent without its password.");
    spool.putAside(number);
    return;
  }
  heard(answer);
  const { outcome, through } = answer;
  // More than was sent: this spool is an older copy, whose numbers stand for other changes. Less: the service has lost some.
  if (through !== number) throw begunAgain(spool, `The service has changes up to ${through}, and was sent ${number}.`);
  log.info({ number, outcome }, "A change of a password was reported.");
  spool.sent(number);
}

function begunAgain(spool: Spool, words: string, cause?: unknown): Error {
  spool.renew();
  return new Error(`${words} Another series is begun, with what waits, without its passwords.`, { cause });
}

const seriesOver: ErrorCode = "SENDER_SERIES_OVER";
const unusable: readonly number[] = [400, 413];

/** Returns a wait for the next change that can be sent, for a time at most. */
function wakened(spool: Spool, signal: AbortSignal) {
  let wake = Promise.withResolvers<"ready">();
  spool.onReady(() => wake.resolve("ready"));
  return async (ms: number): Promise<"ready" | "over"> => {
    const stop = new AbortController();
    const over = sleep(ms, "over" as const, { signal: AbortSignal.any([signal, stop.signal]) }).catch(
      () => "over" as const,
    );
    const first = await Promise.race([wake.promise, over]);
    stop.abort();
    wake = Promise.withResolvers();
    return first;
  };
}
