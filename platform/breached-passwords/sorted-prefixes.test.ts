import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";

import { halves, openParts, sortedPrefixes } from "./sorted-prefixes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prefixes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const random = createRandom(21);
const half = () => random.below(2 ** 30) * 4 + random.below(4);
const name = (high: number, low: number) => [high, low].map((one) => one.toString(16).padStart(8, "0")).join("");

/** Prefixes that differ in all, in the last, or in no bytes, with the number of times that each is given. */
const sets: Readonly<Record<string, () => readonly (readonly [number, number])[]>> = {
  anywhere: () => Array.from({ length: 3_000 }, () => [half(), half()] as const),
  "with equal first bytes": () => Array.from({ length: 3_000 }, () => [0xff_ff_ff_ff, half()] as const),
  "with one byte that differs": () => Array.from({ length: 3_000 }, () => [7, random.below(256)] as const),
  "all the same": () => Array.from({ length: 3_000 }, () => [0, 0xff_ff_ff_ff] as const),
};

test.each(Object.keys(sets))("prefixes %s are sorted within bounds, none twice", (which) => {
  const given = sets[which]?.() ?? [];
  const parts = openParts(folder);
  for (const [high, low] of given) parts.take(high, low);
  const sortedMax = 40;
  const found: string[] = [];
  for (const piece of sortedPrefixes(parts.end(), { folder, sortedMax })) {
    expect(piece.length).toBeLessThanOrEqual(2 * sortedMax);
    for (let at = 0; at < piece.length; at += 2)
      found.push(name(piece[at + halves.high] as number, piece[at + halves.low] as number));
  }
  expect(found).toEqual([...new Set(given.map(([high, low]) => name(high, low)))].toSorted());
  expect(readdirSync(folder)).toEqual([]);
});
