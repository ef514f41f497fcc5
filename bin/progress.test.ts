import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createProgress } from "./progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function capture(isTTY = false) {
  const written: string[] = [];
  return { written, progress: createProgress({ isTTY, write: (text: string) => written.push(text) }) };
}

test("a step is shown with its result and its time", async () => {
  const { written, progress } = capture();
  expect(
    await progress.step(
      "Database",
      async () => 2,
      (count) => `${count} changes ran`,
    ),
  ).toBe(2);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^✔ Database +2 changes ran \(0\.0 s\)\n$/);
});

test("a step that takes longer says what it is doing meanwhile, and a failed one is marked", async () => {
  const { written, progress } = capture();
  const building = Promise.withResolvers<void>();
  const step = progress.step("Temporal", async (report) => {
    report("building");
    await building.promise;
  });
  vi.advanceTimersByTime(799);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual([expect.stringMatching(/^… Temporal +building \(0\.8 s\)\n$/)]);
  vi.advanceTimersByTime(3000);
  expect(written).toHaveLength(2);
  building.reject(new Error("no"));
  await expect(step).rejects.toThrow("no");
  expect(written.at(-1)).toMatch(/^✘ Temporal +failed \(3\.8 s\)\n$/);
  vi.advanceTimersByTime(10_000);
  expect(written).toHaveLength(3);
});

test("a step that has stopped before its end has no tick", async () => {
  const { written, progress } = capture();
  await progress.step(
    "Discovery",
    async () => "waits",
    (words) => words,
    () => false,
  );
  expect(written).toEqual([expect.stringMatching(/^‖ Discovery +waits \(/)]);
});

test("on a terminal one line tells of steps that run side by side, within its width, and makes room for a result", async () => {
  const written: string[] = [];
  const output = { isTTY: true, columns: 60, write: (text: string) => written.push(text) };
  const progress = createProgress(output);
  const both = Promise.withResolvers<void>();
  const slow = progress.step("A1", (report) => {
    report("queued");
    return both.promise;
  });
  const other = progress.step("T1", async (report) => {
    report("listing, 40 listed, and more words than there is room for");
    await expect.poll(() => written.at(-1), { timeout: 10_000 }).toMatch(/A1 .*queued.* · T1 /);
  });
  await other;
  progress.say("said between");
  both.resolve();
  await slow;
  const lines = written.map((text) => text.replace("\r\u001b[2K", ""));
  expect(lines.every((line) => line.replace("\n", "").length < 60 || line.startsWith("✔"))).toBe(true);
  expect(lines[lines.indexOf("said between\n") - 1]).toBe("");
  expect(lines.filter((line) => line.startsWith("✔")).map((line) => line.slice(2, 4))).toEqual(["T1", "A1"]);
});

test("after its end nothing more is shown of a step", async () => {
  const { written, progress } = capture();
  const starting = Promise.withResolvers<void>();
  const step = progress.step("Hub", () => starting.promise);
  progress.end();
  vi.advanceTimersByTime(10_000);
  starting.resolve();
  await step;
  expect(written).toEqual([]);
});
