import { beforeEach, describe, expect, it } from "vitest";

import { loopShareBurstMs, loopSharePart } from "#domain/body-limits.ts";

import { LoopShares } from "./loop-shares.ts";

let now = 0;
let worked = 0;
let rests: number[] = [];
const clock = {
  now: () => now,
  workedMs: () => worked,
  async rest(ms: number) {
    rests.push(ms);
    now += ms;
  },
};
const charged = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [now, worked, rests] = [0, 0, []];
});

/** Waits for a turn, and works in it. */
async function work(shares: LoopShares, caller: string, ms: number): Promise<void> {
  await shares.enter(caller);
  worked += ms;
  now += ms;
}

describe("large bodies of one caller", () => {
  it("do not wait within the burst", async () => {
    const shares = new LoopShares(clock);
    for (let count = 0; count < 5; count++) await work(shares, "anna", loopShareBurstMs / loopSharePart / 5);
    await charged();
    expect(rests).toEqual([]);
  });

  it("take a small part of the event loop, however many come at once", async () => {
    const shares = new LoopShares(clock);
    await Promise.all(Array.from({ length: 100 }, () => work(shares, "anna", 20)));
    expect(worked).toBe(2000);
    expect(now + loopShareBurstMs).toBeGreaterThanOrEqual((worked - 20) * loopSharePart);
    expect(rests.length).toBeGreaterThan(90);
  });

  it("keep no other caller waiting", async () => {
    const shares = new LoopShares(clock);
    await work(shares, "anna", 1000);
    await charged();
    await work(shares, "ben", 1);
    expect(rests).toEqual([]);
    await work(shares, "anna", 1);
    expect(rests).toHaveLength(1);
  });

  it("are forgiven with time", async () => {
    const shares = new LoopShares(clock);
    await work(shares, "anna", 1000);
    await charged();
    now += 1000 * loopSharePart;
    await work(shares, "anna", 1);
    expect(rests).toEqual([]);
  });
});
