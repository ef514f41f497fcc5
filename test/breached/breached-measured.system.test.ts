// @alone It measures the times of look-ups in a list of breached passwords.
import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";
import { createBreachedList } from "#platform/breached-passwords/breached-list.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { buildList, sha1Of } from "../support/breached-lists.ts";
import { beginOwnShare } from "../support/own-share.ts";
import { testSize } from "../support/test-size.ts";

const digests = testSize(500_000, 10_000_000);
const lookUps = testSize(30_000, 1_000_000);
/** Digests of Have I Been Pwned: the digests here fill as many of its ranges as they can, so that each read is as long as with all of them. */
const all = 847_000_000;
const filledRanges = Math.round((2 ** 20 * digests) / all);
const promised = { p95Us: 100, minuteLookUps: 1_000_000 };
const timeout = 1_500_000;
const asked = passwordsOfFilledRanges(testSize(300, 3_000));
const held = asked.slice(0, asked.length / 10);

let folder: string;
let list: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "breached-measured-"));
  list = join(folder, "list");
  const file = join(folder, "hashes.txt");
  writeDigests(file);
  const began = performance.now();
  const { count, bytes } = await buildList([file], list, { isPartial: true });
  console.log(`  ${count} digests (${bytes} bytes) built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await buildList([file], `${list}2`, { isPartial: true });
  rmSync(file);
}, timeout);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function passwordsOfFilledRanges(count: number): readonly string[] {
  const found: string[] = [];
  for (let number = 0; found.length < count; number++)
    if (Number.parseInt(sha1Of(`word-${number}`).slice(0, 5), 16) < filledRanges) found.push(`word-${number}`);
  return found;
}

/** Writes random digests in no order, and among them those of the passwords that are to be found. */
function writeDigests(file: string): void {
  const descriptor = openSync(file, "w");
  writeSync(descriptor, held.map((password) => `${sha1Of(password)}:1\r\n`).join(""));
  const atOnce = 10_000;
  for (let written = held.length; written < digests; written += atOnce) {
    const bytes = randomBytes(20 * Math.min(atOnce, digests - written));
    for (let at = 0; at < bytes.length; at += 20)
      bytes.writeUInt32BE(((bytes.readUInt32BE(at) % filledRanges) << 12) | (bytes.readUInt32BE(at + 4) >>> 20), at);
    writeSync(descriptor, bytes.toString("hex").toUpperCase().replaceAll(/.{40}/g, "$&:1\r\n"));
  }
  closeSync(descriptor);
}

test("a list that is built twice has the same bytes", { timeout }, () => {
  expect(readFileSync(`${list}2`).equals(readFileSync(list))).toBe(true);
});

test(`look-ups among ${digests} passwords beside sign-ins are in time`, { timeout }, async () => {
  const opened = createBreachedList(list);
  const hasher = createPasswordHasher();
  const right = new Secret("Blue-Kettle-77");
  const hash = await hasher.hash(right);
  const measure = async () => {
    const over = new AbortController();
    let signIns = 0;
    const signingIn = (async () => {
      while (!over.signal.aborted) if (await hasher.verify(hash, right, "192.0.2.1")) signIns += 1;
    })();
    const times = new Float64Array(lookUps);
    const share = beginOwnShare();
    const began = performance.now();
    let found = 0;
    for (let number = 0; number < lookUps; number++) {
      const password = new Secret(asked[number % asked.length] as string);
      const beganLookUp = performance.now();
      if (await opened.holds(password)) found += 1;
      times[number] = performance.now() - beganLookUp;
    }
    const wholeMs = performance.now() - began;
    const own = share();
    over.abort();
    await signingIn;
    expect(found).toBeGreaterThanOrEqual(Math.floor(lookUps / asked.length) * held.length);
    expect(found).toBeLessThan(lookUps / 5);
    const p95Us = (times.toSorted()[Math.ceil(lookUps * 0.95) - 1] as number) * 1_000;
    const minuteLookUps = (lookUps / wholeMs) * 60_000;
    console.log(
      `  ${Math.round(minuteLookUps)} look-ups a minute, p95 ${p95Us.toFixed(0)} µs by the clock, beside ${signIns} sign-ins, ${(100 * own).toFixed(0)} % of the machine`,
    );
    return Math.max((p95Us * own) / promised.p95Us, (promised.minuteLookUps * own) / minuteLookUps) * 100;
  };
  await measure();
  await expectBestWithin(100, measure, "% of what is promised");
  await opened.close();
});
