// @alone it measures the time and the memory of a search for roles
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { testSize } from "../support/test-size.ts";

const [people, grants] = testSize([2_000, 40_000], [100_000, 2_000_000]);
const withinMs = 60_000;
const withinMB = 1_000;
const file = new URL("mine-process.ts", import.meta.url).pathname;

test(
  `${people} people with ${grants} grants are searched for roles within a minute and 1 GB, twice with the same result`,
  { timeout: 900_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, String(people), String(grants)]);
    const found = JSON.parse(stdout) as {
      readonly ms: number;
      readonly memoryMB: number;
      readonly grants: number;
      readonly digests: readonly [string, string];
    };
    console.log(`${found.ms} ms, ${found.memoryMB} MB for ${found.grants} grants`);
    expect(found.grants).toBeGreaterThan(grants * 0.99);
    expect(found.digests[0]).toBe(found.digests[1]);
    expect(found.ms).toBeLessThan(withinMs);
    expect(found.memoryMB).toBeLessThan(withinMB);
  },
);
