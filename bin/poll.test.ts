import { expect, test } from "vitest";

import { poll } from "./poll.ts";

test("looks until the last one", async () => {
  let looks = 0;
  expect(
    await poll(
      async () => (looks += 1),
      (seen) => seen === 3,
      { pauseMs: 0 },
    ),
  ).toBe(3);
});

test("a stop ends the pause, is told once, and what was seen last is given", async () => {
  const stop = new AbortController();
  let told = 0;
  let looks = 0;
  const look = async () => {
    if ((looks += 1) === 2) stop.abort();
    return looks;
  };
  const seen = poll(look, () => false, { pauseMs: 1, stop: stop.signal, onStop: () => (told += 1) });
  expect(await seen).toBe(2);
  expect(told).toBe(1);
});
