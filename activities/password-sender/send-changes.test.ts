import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { ReportAnswer, ReportCall, ReportOutcome, SenderSettings } from "#domain/password-sync/sender-call.ts";
import { createLogger } from "#platform/logs/log.ts";

import { sendChanges } from "./send-changes.ts";
import { openSpool, type Spool } from "./spool.ts";

const log = createLogger({ module: "test", level: "silent" });
const settings: SenderSettings = {
  time: 0,
  whileAway: "accept",
  receivingKey: {},
  series: null,
  through: 0,
  helloMs: 3_600_000,
};
let folder: string;
let spool: Spool;
let stop: AbortController;
let running: Promise<void> | undefined;
let series = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "send-changes-"));
  spool = openSpool(folder, { ids: { token: () => `series${(series += 1)}` } });
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await running;
  rmSync(folder, { recursive: true, force: true });
});

const keep = async (account: string) =>
  (
    await spool.keep(async () => ({
      name: { shortId: account },
      jwe: `sealed for ${account}`,
      at: { boot: "b", ms: 5 },
    }))
  ).made();

/** Sends to a service that answers as `answer` says: an outcome, or an error. Returns the calls. */
function run(
  answer: (call: ReportCall) => ReportOutcome | Error = () => "synchronized",
  throughOf: (call: ReportCall) => number = ({ number }) => number,
  pauses = { firstMs: 1, longestMs: 2, refusedMs: 1 },
) {
  const calls: ReportCall[] = [];
  const hellos: number[] = [];
  const client = {
    async hello({ waiting }: { readonly waiting: number }) {
      hellos.push(waiting);
      return settings;
    },
    async report(call: ReportCall): Promise<ReportAnswer> {
      calls.push(call);
      const outcome = answer(call);
      if (outcome instanceof Error) throw outcome;
      return { ...settings, number: call.number, outcome, through: throughOf(call) };
    },
  };
  const clock = () => ({ boot: "b", ms: 12 });
  running = sendChanges({ client, spool, clock, version: "1", heard: () => undefined, log, pauses }, stop.signal);
  return { calls, hellos };
}

test("changes are sent in their order, those that come later at once, with the time for which they were held", async () => {
  for (const account of ["ada", "ben"]) await keep(account);
  const { calls } = run();
  await expect.poll(() => spool.waiting).toBe(0);
  await keep("cy");
  await expect
    .poll(() => calls.map(({ number, name }) => [number, name.shortId]))
    .toEqual([
      [1, "ada"],
      [2, "ben"],
      [3, "cy"],
    ]);
  expect(calls[0]).toMatchObject({ jwe: "sealed for ada", heldMs: 7 });
});

test("a sender with nothing to report says that it runs", async () => {
  const { hellos, calls } = run();
  await expect.poll(() => hellos).toEqual([0]);
  expect(calls).toEqual([]);
});

test("a change is sent until it is answered; after it nothing is doubled", async () => {
  await keep("ada");
  let tries = 0;
  const failures = [
    new Error("socket hang up"),
    new ProxyCallError(503, "BUSY", "busy"),
    new ProxyCallError(401, "X", "x"),
  ];
  const { calls } = run(() => failures[(tries += 1) - 1] ?? "synchronized");
  await expect.poll(() => spool.waiting).toBe(0);
  expect(calls.map(({ number }) => number)).toEqual([1, 1, 1, 1]);
});

test("a change that was recorded before its answer was lost is removed", async () => {
  await keep("ada");
  run(() => "repeated");
  await expect.poll(() => spool.waiting).toBe(0);
});

test.each([400, 413])(
  "a change that the service cannot use (%i) is sent without its password, and those behind it as they are",
  async (status) => {
    for (const account of ["ada", "ben"]) await keep(account);
    const { calls } = run(({ number, jwe }) =>
      number === 1 && jwe !== null ? new ProxyCallError(status, "INPUT_INVALID", "no") : "recorded",
    );
    await expect.poll(() => spool.waiting).toBe(0);
    expect(calls.map(({ number, jwe, reason }) => [number, jwe, reason])).toEqual([
      [1, "sealed for ada", undefined],
      [1, null, "unreadable"],
      [2, "sealed for ben", undefined],
    ]);
  },
);

test("a series that is over, and one of which the service lacks the beginning, are begun again without passwords", async () => {
  for (const account of ["ada", "ben"]) await keep(account);
  const first = spool.first()?.series;
  const { calls } = run((call) =>
    call.series === first ? new ProxyCallError(409, "SENDER_SERIES_OVER", "over") : "recorded",
  );
  await expect.poll(() => spool.waiting).toBe(0);
  expect(calls.slice(1).map(({ number, name, jwe }) => [number, name.shortId, jwe])).toEqual([
    [1, "ada", null],
    [2, "ben", null],
  ]);
});

test("another conflict, as of two changes of the database at once, costs no password", async () => {
  for (const account of ["ada", "ben"]) await keep(account);
  let tries = 0;
  const { calls } = run(() => ((tries += 1) === 1 ? new ProxyCallError(409, "CONFLICT", "changed") : "recorded"));
  await expect.poll(() => spool.waiting).toBe(0);
  expect(calls.map(({ series: of, jwe }) => [of === calls[0]?.series, jwe])).toEqual([
    [true, "sealed for ada"],
    [true, "sealed for ada"],
    [true, "sealed for ben"],
  ]);
});

const hourMs = 3_600_000;
test.each([
  ["429 that asks for more time", new ProxyCallError(429, "TOO_MANY", "later", { retryAfterMs: 150 }), 140],
  ["429 that asks for less time", new ProxyCallError(429, "TOO_MANY", "later", { retryAfterMs: 0 }), 0],
  ["408", new ProxyCallError(408, "", "too slow"), 0],
  ["503 that asks for a year", new ProxyCallError(503, "STARTING", "later", { retryAfterMs: 9_000 * hourMs }), 290],
])("after a %s the same change is sent again in time", async (_, error, leastMs) => {
  await keep("ada");
  const times: number[] = [];
  const outcome = () => {
    times.push(performance.now());
    return times.length === 1 ? error : "recorded";
  };
  const longest = leastMs === 0 ? hourMs : 300;
  run(outcome, undefined, { firstMs: 1, longestMs: 2, refusedMs: longest });
  await expect.poll(() => spool.waiting).toBe(0);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(leastMs);
});

test("numbers that the service lacks begin another series", async () => {
  for (const account of ["ada", "ben", "cy"]) await keep(account);
  spool.sent(2);
  const first = spool.first()?.series;
  const { calls } = run(
    (call) => (call.series === first ? "gap" : "recorded"),
    (call) => (call.series === first ? 0 : call.number),
  );
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  expect(calls[0]).toMatchObject({ series: first, number: 3 });
  expect(calls[1]).toMatchObject({ number: 1, name: { shortId: "cy" }, jwe: null });
  expect(calls[1]?.series).not.toBe(first);
});

test("a spool that is older than what the service has begins another series: its numbers stand for other changes", async () => {
  for (const account of ["ada", "ben"]) await keep(account);
  const first = spool.first()?.series;
  const { calls } = run(
    (call) => (call.series === first ? "repeated" : "recorded"),
    (call) => (call.series === first ? 9 : call.number),
  );
  await expect.poll(() => spool.waiting).toBe(0);
  expect(calls.slice(1).map(({ name, jwe }) => [name.shortId, jwe])).toEqual([
    ["ada", null],
    ["ben", null],
  ]);
});
