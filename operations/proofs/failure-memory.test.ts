import { beforeEach, expect, it } from "vitest";

import { createFailureMemory, type FailureMemory } from "./failure-memory.ts";

const minuteMs = 60_000;
const settings = { userAuthFailuresMax: 3, lockoutDurationMinutes: 10 };
const here = "2001:db8:0:7::1";
const neighbour = "2001:db8:0:7::2";
const elsewhere = "2001:db8:0:8::1";
let memory: FailureMemory;

beforeEach(() => {
  memory = createFailureMemory({ settings });
});

function count(times: number, address: string, nowMs: number): void {
  for (let done = 0; done < times; done++) memory.count("root", address, nowMs);
}

it("bars the network of too many wrong passwords, and no other", () => {
  count(2, here, 0);
  expect(memory.isBarred("root", here, 0)).toBe(false);
  count(1, neighbour, 0);
  expect([here, neighbour, elsewhere].map((address) => memory.isBarred("root", address, 0))).toEqual([
    true,
    true,
    false,
  ]);
  expect(memory.isBarred("another", here, 0)).toBe(false);
});

it("bars for as long as a lock lasts, which further ones make no longer, and counts from one again", () => {
  count(3, here, 0);
  count(3, here, 9 * minuteMs);
  expect(memory.isBarred("root", here, 10 * minuteMs - 1)).toBe(true);
  expect(memory.isBarred("root", here, 10 * minuteMs)).toBe(false);
  count(2, here, 10 * minuteMs);
  expect(memory.isBarred("root", here, 10 * minuteMs)).toBe(false);
  count(1, here, 10 * minuteMs);
  expect(memory.isBarred("root", here, 10 * minuteMs)).toBe(true);
});

it("forgets what was wrong before the right password", () => {
  count(2, here, 0);
  memory.clear("root", here);
  count(2, here, 0);
  expect(memory.isBarred("root", here, 0)).toBe(false);
});

it("keeps so many networks only", () => {
  memory = createFailureMemory({ settings }, 1);
  count(3, here, 0);
  count(1, elsewhere, 0);
  expect(memory.isBarred("root", here, 0)).toBe(false);
});
