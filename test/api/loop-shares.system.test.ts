// @alone it measures processor time
import { afterAll, beforeAll, expect, it } from "vitest";

import { callsPerMinuteAndCaller } from "#domain/limits.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { inParallel } from "../support/in-parallel.ts";
import { workedMs } from "../support/loop-time.ts";
import { testSize } from "../support/test-size.ts";
import { worstJsonBodies, type WorstBody } from "../support/worst-bodies.ts";
import { sendRaw } from "../support/worst-calls.ts";

const path = "/v2/requests";
const fields = { recipientKey: {}, reason: {}, startAt: {}, operations: { code: {}, attributes: {} } };
const connections = 2;
const readers = 2;
const people = 200;
const tries = 3;
/** Times of its work that an answer takes which has waited for the caller's rest; without a rest it takes little more than its work. */
const waitedTimes = 5;
const slowerMax = 2;
const bodiesTried = testSize(1, 8);
const bodiesSkipped = testSize(9, 1);
const readsOfEach = testSize(150, 300);

let api: TestApi;
let reader: Readonly<Record<string, string>>;
beforeAll(async () => {
  api = await openTestApi({ settings: { callsPerMinuteAndCaller } });
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (let index = 0; index < people; index++)
      await store.save("users", { key: ids.guid(), id: `user${index}`, displayName: `User ${index}` });
  });
  reader = { authorization: `Bearer ${await api.tokenOf("root")}` };
});
afterAll(() => api.close());

let attackers = 0;

/** Adds a user who owes no rest yet, and returns a function that sends a body for this user. */
async function newAttacker({ bytes, headers }: WorstBody): Promise<() => Promise<number>> {
  const name = `attacker${attackers++}`;
  await api.addUser(name);
  const authorization = `Bearer ${await api.tokenOf(name)}`;
  const whole = bytes();
  return () => sendRaw({ port: api.port, method: "POST", path, headers: { authorization, ...headers }, bytes: whole });
}

/** Returns the bodies that take longest. */
async function longest(count: number): Promise<readonly WorstBody[]> {
  const measured: { readonly body: WorstBody; readonly ms: number }[] = [];
  for (const body of worstJsonBodies(fields).filter((_, index) => index % bodiesSkipped === 0)) {
    const post = await newAttacker(body);
    measured.push({ body, ms: await workedMs(post) });
  }
  return measured
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ body }) => body);
}

/**
 * Returns the 95th percentile of the times of others' reads, in milliseconds that the event loop has worked from the call to its answer:
 * other processes of the machine do not count.
 */
async function p95(): Promise<number> {
  const times: number[] = [];
  await inParallel(readers * readsOfEach, readers, async () => {
    const read = () => sendRaw({ port: api.port, method: "GET", path: "/v2/users?$top=100", headers: reader });
    times.push(await workedMs(async () => expect(await read()).toBe(200)));
  });
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

async function p95During(body: WorstBody): Promise<number> {
  const post = await newAttacker(body);
  // The first bodies are within the burst.
  for (let hasWaited = false; !hasWaited;) {
    const begunAt = performance.now();
    const worked = await workedMs(post);
    hasWaited = performance.now() - begunAt > waitedTimes * worked;
  }
  const over = new AbortController();
  const attack = async () => {
    while (!over.signal.aborted) await post();
  };
  const attacks = Array.from({ length: connections }, attack);
  try {
    return await p95();
  } finally {
    over.abort();
    await Promise.all(attacks);
  }
}

it("two connections of one ordinary user leave the answers to others within twice their time", async () => {
  await p95();
  for (const body of await longest(bodiesTried)) {
    let best = Number.POSITIVE_INFINITY;
    for (let count = 0; count < tries && best > slowerMax; count++) {
      const alone = await p95();
      const attacked = await p95During(body);
      best = Math.min(best, attacked / alone);
      console.log(`  ${body.name}: p95 ${alone.toFixed(1)} ms alone, ${attacked.toFixed(1)} ms beside it`);
    }
    expect([body.name, best]).toEqual([body.name, expect.toSatisfy((ratio: number) => ratio <= slowerMax)]);
  }
});
