import { type Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One answered call of a paced load. */
export interface PacedAnswer {
  readonly status: number;
  /** From the moment at which the call was due, so that a server that stands still is not spared the calls it holds up. */
  readonly ms: number;
}

/** Calls that are sent at a fixed rate, whether or not the earlier ones were answered. */
export interface PacedLoad {
  readonly perSecond: number;
  readonly seconds: number;
  send(index: number): Promise<number>;
}

/** Sends calls at a fixed rate and gives what became of them once all are answered. */
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

/** How a call of a paced load is made. */
export interface PacedCall {
  readonly agent: Agent;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address that the call comes from. */
  readonly localAddress: string;
}

/** Makes a call and gives its status once the whole answer is there. */
export function statusOf(url: string, { body, ...call }: PacedCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, call, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
