import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { partAnswerMs } from "#domain/metric-limits.ts";
import { createLogger } from "#platform/logs/log.ts";

import { createPartChecker } from "./part-checker.ts";

const log = createLogger({ module: "test", level: "silent" });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a part that answers is ok, and one that rejects has failed", async () => {
  let error: Error | undefined;
  const check = createPartChecker(() => (error ? Promise.reject(error) : Promise.resolve()), "database", log);
  expect(await check()).toBe("ok");
  error = new Error("away");
  expect(await check()).toBe("failed");
  error = undefined;
  expect(await check()).toBe("ok");
});

test("a part that stands still has failed after a second, is asked once, and is ok as soon as it answers", async () => {
  const answers: (() => void)[] = [];
  const check = createPartChecker(() => new Promise<void>((resolve) => void answers.push(resolve)), "database", log);
  const states = [check(), check(), check()];
  await vi.advanceTimersByTimeAsync(partAnswerMs);
  expect(await Promise.all(states)).toEqual(["failed", "failed", "failed"]);
  expect(answers).toHaveLength(1);
  const next = check();
  answers[0]?.();
  expect(await next).toBe("ok");
  expect(answers).toHaveLength(1);
});

test("a check that never ends is given up, so that a dead connection does not hide a part that is back", async () => {
  let asked = 0;
  const check = createPartChecker(
    () => ((asked += 1) === 1 ? new Promise(() => undefined) : Promise.resolve()),
    "database",
    log,
  );
  const first = check();
  await vi.advanceTimersByTimeAsync(6 * partAnswerMs);
  expect([await first, await check(), asked]).toEqual(["failed", "ok", 2]);
});
