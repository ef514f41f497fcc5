import { beforeEach, expect, it } from "vitest";

import { createQueuePriorities, isBehind, type QueuePriorities } from "./sign-in-queue-priority.ts";

const minuteMs = 60_000;
let nowMs: number;
let standings: QueuePriorities;
beforeEach(() => {
  nowMs = 0;
  standings = createQueuePriorities(() => nowMs);
});

function arrive(address: string, times = 1) {
  for (let before = 1; before < times; before++) standings.arrived(address);
  return standings.arrived(address);
}

it("sets a network back by each call, and forgets half of them in a minute", () => {
  expect(arrive("192.0.2.1", 8)).toEqual({ network: 8, neighbourhood: 8 });
  nowMs += minuteMs;
  expect(arrive("192.0.2.1")).toEqual({ network: 5, neighbourhood: 5 });
  nowMs += 60 * minuteMs;
  expect(arrive("192.0.2.1").network).toBeLessThanOrEqual(2);
});

it("asks the neighbourhood where networks stand alike", () => {
  for (let host = 1; host < 20; host++) arrive(`192.0.2.${host}`);
  const [another, elsewhere] = [arrive("192.0.2.20"), arrive("198.51.100.1")];
  expect(isBehind(another, elsewhere)).toBe(true);
  expect(isBehind(elsewhere, another)).toBe(false);
  // A quiet network ranks before a busy one, regardless of its neighbors.
  expect(isBehind(arrive("198.51.100.1"), another)).toBe(true);
});

it("counts version 6 by household, and its neighbourhood by customer", () => {
  arrive("2001:db8:1:1::1", 3);
  expect(arrive("2001:db8:1:1::ffff")).toEqual({ network: 4, neighbourhood: 4 });
  expect(arrive("2001:db8:1:2::1")).toEqual({ network: 1, neighbourhood: 5 });
});

it("sets nobody back for the right password, and gives the network a head start of some calls", () => {
  arrive("192.0.2.1", 3);
  standings.succeeded("192.0.2.1");
  const known = arrive("192.0.2.1", 6);
  expect(known).toEqual({ network: 0, neighbourhood: 8 });
  expect(isBehind(known, arrive("198.51.100.1"))).toBe(false);
  expect(isBehind(arrive("192.0.2.1", 3), arrive("198.51.100.2"))).toBe(true);
});
