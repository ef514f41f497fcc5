import { expect, test, vi } from "vitest";

import { withinTime } from "./within-time.ts";

test("gives what comes in time, and its failure", async () => {
  expect(await withinTime(1000, Promise.resolve("done"))).toBe("done");
  await expect(withinTime(1000, Promise.reject(new Error("failed")))).rejects.toThrow("failed");
});

test("says so where nothing comes, and what fails later disturbs nobody", async () => {
  vi.useFakeTimers();
  const coming = Promise.withResolvers<never>();
  const answer = Promise.allSettled([withinTime(50, coming.promise)]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await answer).toEqual([{ status: "rejected", reason: new Error("no answer within 50 ms") }]);
  coming.reject(new Error("too late"));
  vi.useRealTimers();
});
