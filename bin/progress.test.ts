import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import { createProgress } from "./progress.ts";

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
  expect(written[0]).toMatch(/^✔ Database +2 changes ran \(\d\.\d s\)\n$/);
});

test("a step that takes longer says what it is doing meanwhile, and a failed one is marked", async () => {
  const { written, progress } = capture();
  const step = progress.step("Temporal", async (report) => {
    report("building");
    await sleep(900);
    throw new Error("no");
  });
  await expect(step).rejects.toThrow("no");
  expect(written[0]).toMatch(/^… Temporal +building \(0\.8 s\)\n$/);
  expect(written.at(-1)).toMatch(/^✘ Temporal +failed/);
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

test("after its end nothing more is shown of a step", async () => {
  const { written, progress } = capture();
  const step = progress.step("Hub", () => sleep(20));
  progress.end();
  await step;
  expect(written).toEqual([]);
});
