import { type Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One answered call of a paced load. */
export interface PacedAnswer {
  readonly status: number;
  /** Milliseconds since the call was due, so that a server that hangs is charged for the calls it delays. */
  readonly ms: number;
}

/** Calls that are sent at a fixed rate, even if earlier ones are unanswered. */
export interface PacedLoad {
  readonly perSecond: number;
  readonly seconds: number;
  send(index: number): Promise<number>;
}

/** Sends calls at a fixed rate and returns the answers once all have come. */
export async function paced({ perSecond, seconds, send }: PacedLoad): Promise<PacedAnswer[]> {
  const startedAt = performance.now();
  const answers: Promise<PacedAnswer>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueMs = startedAt + (index / perSecond) * 1000;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    answers.push(send(index).then((status) => ({ status, ms: performance.now() - dueMs })));
  }
  return Promise.all(answers);
}

/** Options of a call of a paced load. */
export interface PacedCall {
  readonly agent: Agent;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Source address of the call. */
  readonly localAddress: string;
}

/** Makes a call and returns its status once the whole answer has come. */
export function statusOf(url: string, { body, ...call }: PacedCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, call, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Returns a percentile of some values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
