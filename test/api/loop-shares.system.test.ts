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
const slowerMax = 2;
const burst = 5;
const bodiesTried = testSize(1, 8);
const bodiesSkipped = testSize(9, 1);
const readsOfEach = testSize(150, 300);

let api: TestApi;
let attacker: Readonly<Record<string, string>>;
let reader: Readonly<Record<string, string>>;
beforeAll(async () => {
  api = await openTestApi({ settings: { callsPerMinuteAndCaller } });
  await api.addUser("anna");
  const { store, ids } = api.context;
  await store.transaction(async () => {
    for (let index = 0; index < people; index++)
      await store.save("users", { key: ids.guid(), id: `user${index}`, displayName: `User ${index}` });
  });
  attacker = { authorization: `Bearer ${await api.tokenOf("anna")}` };
  reader = { authorization: `Bearer ${await api.tokenOf("root")}` };
});
afterAll(() => api.close());

const post = (headers: Readonly<Record<string, string>>, bytes: Buffer) =>
  sendRaw({ port: api.port, method: "POST", path, headers: { ...attacker, ...headers }, bytes });

/** Returns the bodies that take longest. */
async function longest(count: number): Promise<readonly WorstBody[]> {
  const measured: { readonly body: WorstBody; readonly ms: number }[] = [];
  for (const body of worstJsonBodies(fields).filter((_, index) => index % bodiesSkipped === 0)) {
    const bytes = body.bytes();
    measured.push({ body, ms: await workedMs(() => post(body.headers, bytes)) });
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

async function p95During({ bytes, headers }: WorstBody): Promise<number> {
  const whole = bytes();
  const over = new AbortController();
  const attack = async () => {
    while (!over.signal.aborted) await post(headers, whole);
  };
  const attacks = Array.from({ length: connections }, attack);
  try {
    // The first ones are within the burst.
    for (let count = 0; count < burst; count++) await post(headers, whole);
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
