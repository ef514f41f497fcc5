import { setTimeout as sleep } from "node:timers/promises";

import { chunkOperationsMax } from "#domain/limits.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { ProxyClient } from "./client.ts";
import { isUnreadable, nextForm } from "./refused-report.ts";
import { ProxyCallError } from "./signed-calls.ts";

/** Sender that reports outcomes as they come, several at a time, with retries while the API is away. */
export interface OutcomeSender {
  /** Adds an outcome; it is sent in a moment, with those that come in the meantime or during a call. */
  add(outcome: Outcome): void;
  /**
   * Sends waiting outcomes at once and waits until all are sent. Returns the number that the API has accepted, and true for `isLast` if the
   * last one of a request was among them.
   */
  finish(): Promise<Taken>;
  /** Returns the outcomes that the API has neither accepted nor refused. */
  unsent(): readonly Outcome[];
}

/** Outcomes that the API has accepted. */
export interface Taken {
  readonly recorded: number;
  readonly isLast: boolean;
}

/** Services and settings of a sender. */
export interface OutcomeSenderOptions {
  readonly client: Pick<ProxyClient, "outcomes">;
  readonly log: Logger;
  /** Signal that ends the retries. */
  readonly signal: AbortSignal;
  readonly pauseMs?: number;
  readonly pauseMsMax?: number;
  /** Milliseconds in which outcomes gather. */
  readonly gatherMs?: number;
}

// One call costs the API as much as several outcomes.
const gatherMsUsual = 200;

/** Makes the sender of one chunk. */
export function createOutcomeSender(options: OutcomeSenderOptions): OutcomeSender {
  const { signal, gatherMs = gatherMsUsual } = options;
  const waiting: Outcome[] = [];
  const complete = new AbortController();
  const gathered = AbortSignal.any([signal, complete.signal]);
  const open = new Set<Outcome>();
  let taken: Taken = { recorded: 0, isLast: false };
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    if (waiting.length === 0) return;
    await sleep(gatherMs, undefined, { signal: gathered }).catch(() => undefined);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, fitting(waiting));
      taken = both(taken, await sendBatch(options, batch));
      for (const outcome of batch) open.delete(outcome);
    }
  }
  return {
    add(outcome) {
      waiting.push(outcome);
      open.add(outcome);
      // A failure stays in `running` and is thrown by `finish`; until then no one is listening.
      running = (running ?? Promise.resolve()).then(drain);
      running.catch(() => undefined);
    },
    async finish() {
      complete.abort();
      await running;
      return taken;
    },
    unsent: () => [...open],
  };
}

// The API accepts bodies of 1 MiB at most; the rest of it is left for names and signatures.
const batchBytesMax = 640 * 1024;

/** Returns the number of outcomes that go into one call: at least one. */
function fitting(outcomes: readonly Outcome[]): number {
  let bytes = 0;
  const over = outcomes.findIndex((outcome) => (bytes += Buffer.byteLength(JSON.stringify(outcome))) > batchBytesMax);
  return over < 0 ? Math.min(outcomes.length, chunkOperationsMax) : Math.min(Math.max(over, 1), chunkOperationsMax);
}

// The API accepts a list whole or not at all, so one refused outcome is found by sending each by itself.
async function sendBatch(options: OutcomeSenderOptions, outcomes: readonly Outcome[]): Promise<Taken> {
  try {
    const isLast = await retryWhileAway(options, () => options.client.outcomes(outcomes, options.signal));
    return { recorded: outcomes.length, isLast };
  } catch (error) {
    if (!(error instanceof ProxyCallError) || !(isRefused(error) || isUnreadable(error))) throw error;
    const [first, ...others] = outcomes;
    if (first !== undefined && others.length === 0) return sendOtherwise(options, first, error);
  }
  let taken: Taken = { recorded: 0, isLast: false };
  for (const outcome of outcomes) taken = both(taken, await sendBatch(options, [outcome]));
  return taken;
}

function isRefused({ code }: ProxyCallError): boolean {
  return code === "OUTCOME_REFUSED";
}

/** Drops an outcome that is refused, because it answers nothing that is open; an unreadable one is sent in another form. */
async function sendOtherwise(options: OutcomeSenderOptions, outcome: Outcome, refusal: ProxyCallError): Promise<Taken> {
  const { operationKey, sends } = outcome;
  options.log.warn({ operationKey, sends }, `Outcome refused: ${refusal.message}`);
  if (isRefused(refusal)) return { recorded: 0, isLast: false };
  const next = nextForm(outcome, refusal.message);
  if (next === undefined) throw refusal;
  return sendBatch(options, [next]);
}

function both(one: Taken, other: Taken): Taken {
  return { recorded: one.recorded + other.recorded, isLast: one.isLast || other.isLast };
}

/** Repeats a call with backoff while the API cannot be reached or asks to come back later. */
export async function retryWhileAway<T>(
  { log, signal, pauseMs = 200, pauseMsMax = 5000 }: Omit<OutcomeSenderOptions, "client">,
  call: () => Promise<T>,
): Promise<T> {
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, pauseMsMax)) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || (error instanceof ProxyCallError && !error.retryable)) throw error;
      log.warn(
        { pauseMs: pause, reason: error instanceof Error ? error.message : String(error) },
        "The API is away; the call is repeated.",
      );
    }
    await sleep(pause, undefined, { signal });
  }
}
