import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openSpool, type Spool, SpoolFullError } from "./spool.ts";
import type { NewChange } from "./waiting-change.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spool-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const ids = { token: () => `series${(made += 1)}` };
const open = (waitingMax?: number) => openSpool(folder, { ids, ...(waitingMax !== undefined && { waitingMax }) });
const change = (account: string): NewChange => ({
  name: { shortId: account },
  jwe: `sealed for ${account}`,
  at: { boot: "boot", ms: 5 },
});
const keep = (spool: Spool, account: string) => spool.keep(async () => change(account));
const drain = (spool: Spool) => {
  const seen = [];
  for (let next = spool.first(); next !== undefined; next = spool.first()) {
    seen.push(next);
    spool.sent(next.number);
  }
  return seen;
};

test("changes are sent in the order in which they were kept, and their numbers rise over restarts", async () => {
  const spool = open();
  for (const account of ["ada", "ben"]) (await keep(spool, account)).made();
  expect(spool.first()).toMatchObject({ number: 1, name: { shortId: "ada" }, jwe: "sealed for ada" });
  spool.sent(1);
  const again = open();
  (await keep(again, "cy")).made();
  expect(drain(again).map(({ number, name }) => [number, name.shortId])).toEqual([
    [2, "ben"],
    [3, "cy"],
  ]);
  const emptied = open();
  expect((await keep(emptied, "dan")).number).toBe(4);
});

test("many that are kept at once get numbers without gaps", async () => {
  const spool = open();
  const kept = await Promise.all(Array.from({ length: 50 }, (_, index) => keep(spool, `user${index}`)));
  for (const one of kept.toReversed()) one.made();
  expect(drain(spool).map(({ number, name }) => [number, name.shortId])).toEqual(
    kept.map((_, index) => [index + 1, `user${index}`]),
  );
});

test("nothing is sent before its target has answered, and nothing behind it", async () => {
  const spool = open();
  const [first, second] = [await keep(spool, "ada"), await keep(spool, "ben")];
  let wakings = 0;
  spool.onReady(() => (wakings += 1));
  second.made();
  expect(spool.first()).toBeUndefined();
  first.made();
  expect(spool.first()?.number).toBe(1);
  expect(wakings).toBe(2);
});

test("the number of a refused change is used again, or is sent without its password", async () => {
  const spool = open();
  (await keep(spool, "ada")).refused();
  expect(spool.waiting).toBe(0);
  const [first, second] = [await keep(spool, "ben"), await keep(spool, "cy")];
  expect([first.number, second.number]).toEqual([1, 2]);
  first.refused();
  second.made();
  expect(drain(spool)).toMatchObject([
    { number: 1, name: { shortId: "ben" }, jwe: null, reason: "withdrawn" },
    { number: 2, name: { shortId: "cy" }, jwe: "sealed for cy" },
  ]);
});

test("a number is not used again while the next one is being sealed", async () => {
  const spool = open();
  const first = await keep(spool, "ada");
  const sealing = Promise.withResolvers<NewChange>();
  const begun = Promise.withResolvers<number>();
  const second = spool.keep((_, number) => {
    begun.resolve(number);
    return sealing.promise;
  });
  expect(await begun.promise).toBe(2);
  first.refused();
  sealing.resolve(change("ben"));
  (await second).made();
  expect(drain(spool).map(({ number, reason }) => [number, reason])).toEqual([
    [1, "withdrawn"],
    [2, undefined],
  ]);
});

test("a change whose target had not answered when the sender ended is uncertain, once it is started again", async () => {
  const spool = open();
  (await keep(spool, "ada")).made();
  await keep(spool, "ben");
  const again = open();
  expect(drain(again)).toMatchObject([
    { number: 1, jwe: "sealed for ada" },
    { number: 2, jwe: null, reason: "uncertain", name: { shortId: "ben" } },
  ]);
  expect(drain(open())).toEqual([]);
});

test("a change about which the target never says anything becomes uncertain and holds up no other", async () => {
  const spool = open();
  const [first, second] = [await keep(spool, "ada"), await keep(spool, "ben")];
  second.made();
  first.uncertain();
  first.made();
  expect(drain(spool)).toMatchObject([
    { number: 1, jwe: null, reason: "uncertain" },
    { number: 2, jwe: "sealed for ben" },
  ]);
});

test("torn and foreign files harm nothing: each number that was given is sent", async () => {
  const spool = open();
  for (const account of ["ada", "ben", "cy", "dan"]) (await keep(spool, account)).made();
  const [first = "", second = "", third = ""] = readdirSync(folder).toSorted();
  writeFileSync(join(folder, first), readFileSync(join(folder, first), "utf8").slice(0, 20));
  writeFileSync(join(folder, second), "");
  rmSync(join(folder, third));
  writeFileSync(join(folder, "000000000000009.json.0123456789ab"), "half a fi");
  const sent = drain(open());
  expect(sent.map(({ number, jwe, reason }) => [number, jwe, reason])).toEqual([
    [1, null, "uncertain"],
    [2, null, "uncertain"],
    [3, null, "uncertain"],
    [4, "sealed for dan", undefined],
  ]);
  expect(readdirSync(folder)).toEqual(["series.json"]);
});

test("a lost note is made again from the changes, and a lost spool begins another series", async () => {
  const spool = open();
  for (const account of ["ada", "ben"]) (await keep(spool, account)).made();
  const { series } = spool.first() ?? {};
  spool.sent(1);
  writeFileSync(join(folder, "series.json"), "{");
  expect(drain(open())).toMatchObject([{ series, number: 2, jwe: "sealed for ben" }]);
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const other = open();
  (await keep(other, "cy")).made();
  expect(other.first()).toMatchObject({ number: 1 });
  expect(other.first()?.series).not.toBe(series);
});

test("a full spool and a disk that takes nothing refuse a change and give its number to the next", async () => {
  const full = open(1);
  const first = await keep(full, "ada");
  await expect(keep(full, "ben")).rejects.toThrow(SpoolFullError);
  first.made();
  full.sent(1);
  // A name that is taken by a folder stands for every error of the file system; root ignores modes.
  const blocked = join(folder, "000000000000002.held");
  const { mkdirSync } = await import("node:fs");
  mkdirSync(blocked);
  await expect(keep(full, "ben")).rejects.toThrow();
  rmSync(blocked, { recursive: true });
  expect((await keep(full, "cy")).number).toBe(2);
  chmodSync(folder, 0o700);
});

test("a change that fails to be sealed takes no number", async () => {
  const spool = open();
  await expect(spool.keep(async () => Promise.reject(new Error("no key")))).rejects.toThrow("no key");
  expect((await keep(spool, "ada")).number).toBe(1);
});

test("a change that the service does not take keeps its number; another series keeps the changes", async () => {
  const spool = open();
  for (const account of ["ada", "ben"]) (await keep(spool, account)).made();
  spool.putAside(1);
  expect(spool.first()).toMatchObject({ number: 1, jwe: null, reason: "unreadable" });
  spool.sent(1);
  const held = await keep(spool, "cy");
  spool.renew();
  held.made();
  const sent = drain(spool);
  expect(sent.map(({ number, name, jwe }) => [number, name.shortId, jwe])).toEqual([
    [1, "ben", null],
    [2, "cy", null],
  ]);
  expect(new Set(sent.map(({ series }) => series)).size).toBe(1);
});

test("an account of which many changes wait takes no place from others, also after a start", async () => {
  const limits = { ids: { token: () => "series" }, waitingOfAccountMax: 3 };
  const spool = openSpool(folder, limits);
  for (let count = 0; count < 3; count += 1) (await keep(spool, "ada")).made();
  await expect(keep(spool, "ada")).rejects.toThrow(SpoolFullError);
  (await keep(spool, "ben")).made();
  const again = openSpool(folder, limits);
  await expect(keep(again, "ada")).rejects.toThrow(SpoolFullError);
  again.sent(1);
  (await keep(again, "ada")).made();
  expect(drain(again).map(({ number, name }) => [number, name.shortId])).toEqual([
    [2, "ada"],
    [3, "ada"],
    [4, "ben"],
    [5, "ada"],
  ]);
});
