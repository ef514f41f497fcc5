import { afterEach, expect, test } from "vitest";

import { readSettings } from "#platform/settings/settings.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { forgetFeedOfPullMode } from "./full-listing.ts";

let service: TestService;
afterEach(() => service.close());

test.each([
  [true, "pull", false],
  [true, "push", true],
  [true, "vault", true],
  [true, null, true],
  [false, "pull", true],
] as const)("LWS SAVE QUEUE SPACE %s, managed system in mode %s: the feed is kept: %s", async (on, mode, kept) => {
  service = await openTestService({ settings: { lwsSaveQueueSpace: on } });
  const { context } = service;
  const { store } = context;
  await store.transaction(async () => {
    await store.changeTokens.keep("T1", "account", "token");
    const system = { key: "m", id: "T1", description: "", type: "fault", targetSystemKey: "T1" };
    if (mode !== null) await store.save("managedSystems", { ...system, mode });
    await store.save("managedSystems", { ...system, key: "o", id: "T2", targetSystemKey: "T2", mode: "pull" });
    await forgetFeedOfPullMode(context, "T1");
  });
  expect((await store.changeTokens.of("T1")).account !== undefined).toBe(kept);
});

// @specification 8.save-queue-space
test("LWS_SAVE_QUEUE_SPACE is true or false, and off unless it is set", async () => {
  service = await openTestService();
  expect(service.context.settings.lwsSaveQueueSpace).toBe(false);
  expect(readSettings({ LWS_SAVE_QUEUE_SPACE: "true" }).lwsSaveQueueSpace).toBe(true);
  expect(() => readSettings({ LWS_SAVE_QUEUE_SPACE: "yes" })).toThrow("LWS_SAVE_QUEUE_SPACE must be true or false");
});
