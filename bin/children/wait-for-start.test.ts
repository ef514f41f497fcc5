import { expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";

import type { MissingCondition } from "./start-conditions.ts";
import { waitForStart } from "./wait-for-start.ts";

const database: MissingCondition = { name: "database", reason: "The database does not answer." };
const schema: MissingCondition = { name: "schema", reason: "The schema is missing." };
const everySeconds = 30;

function waiting(script: readonly (readonly MissingCondition[] | { readonly up: true })[]) {
  const clock = new ManualClock(0);
  const heard: [atSeconds: number, names: string, isNew: boolean][] = [];
  let tries = 0;
  const started = waitForStart<{ readonly up: true }>({
    attempt: async () => script[tries++] ?? [],
    waits: (missing, isNew) => heard.push([clock.now() / 1000, missing.map(({ name }) => name).join("+"), isNew]),
    pause: async () => clock.advance(everySeconds * 1000),
  });
  return { started, heard, clock, tries: () => tries };
}

it("starts at once where nothing is missing", async () => {
  const { started, heard, tries } = waiting([{ up: true }]);
  expect(await started).toEqual({ up: true });
  expect([heard, tries()]).toEqual([[], 1]);
});

// @specification 8.start-retry
it("looks every 30 seconds, and says each reason once", async () => {
  const { started, heard, clock } = waiting([
    [database],
    [database],
    [database],
    [schema],
    [schema],
    [database, schema],
    { up: true },
  ]);
  await started;
  expect(heard).toEqual([
    [0, "database", true],
    [30, "database", false],
    [60, "database", false],
    [90, "schema", true],
    [120, "schema", false],
    [150, "database+schema", true],
  ]);
  expect(clock.now()).toBe(180_000);
});

it("ends with the failure that is none of waiting, and when it is told to end", async () => {
  const failing = { attempt: () => Promise.reject(new Error("a real one")), waits: () => undefined };
  await expect(waitForStart({ ...failing, pause: async () => undefined })).rejects.toThrow("a real one");
  const told = {
    attempt: async () => [database],
    waits: () => undefined,
    pause: () => Promise.reject(new Error("end")),
  };
  await expect(waitForStart(told)).rejects.toThrow("end");
});
