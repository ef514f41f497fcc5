import { expect, it, test } from "vitest";

import type { SettingValue } from "#domain/setting-origins.ts";

import { createLiveSettings } from "./live-settings.ts";
import { allSettings } from "./setting-values.ts";
import { readSettings } from "./settings.ts";

const stored = (values: Readonly<Record<string, SettingValue>>) => new Map(Object.entries(values));

test("flag, environment and file go before what is stored, which goes before the default", () => {
  const environment = {
    LOCKOUT_DURATION: "1",
    REQUEST_LIFE_DAYS: "2",
    DISCOVERY_CHUNK_OBJECTS: "3",
    GATEHOUSE_FLAGS: "LOCKOUT_DURATION",
  };
  const { DISCOVERY_CHUNK_OBJECTS: _, ...variables } = environment;
  const { settings, take } = createLiveSettings(readSettings(environment, variables));
  const names = ["LOCKOUT_DURATION", "REQUEST_LIFE_DAYS", "DISCOVERY_CHUNK_OBJECTS", "MAX USERAUTH FAILURE"];
  take(stored(Object.fromEntries(names.map((name) => [name, 7]))), "start");
  expect(settings).toMatchObject({
    lockoutDurationMinutes: 1,
    requestLifeDays: 2,
    discoveryChunkObjects: 3,
    userAuthFailuresMax: 7,
    webhookDisableAfterHours: 72,
    origins: {
      lockoutDurationMinutes: "flag",
      requestLifeDays: "environment",
      discoveryChunkObjects: "file",
      userAuthFailuresMax: "stored",
      webhookDisableAfterHours: "default",
    },
  });
});

it("takes what acts at once later, too, and leaves the rest until the next start", () => {
  const { settings, take } = createLiveSettings(readSettings({}));
  take(stored({ CORS_ORIGINS: "https://a.example" }), "start");
  expect(settings.corsOrigins).toEqual(["https://a.example"]);
  const later = take(
    stored({ CORS_ORIGINS: "https://b.example", REQUEST_RETRY_INTERVALS_SECONDS: "1,2", "LWS SAVE QUEUE SPACE": true }),
    "later",
  );
  expect(later.changed).toEqual({ REQUEST_RETRY_INTERVALS_SECONDS: "1,2", "LWS SAVE QUEUE SPACE": true });
  expect(settings).toMatchObject({
    corsOrigins: ["https://a.example"],
    retryIntervalsSeconds: [1, 2],
    lwsSaveQueueSpace: true,
  });
  expect(take(stored({}), "later").changed).toMatchObject({ "LWS SAVE QUEUE SPACE": false });
  expect([settings.lwsSaveQueueSpace, settings.origins.lwsSaveQueueSpace]).toEqual([false, "default"]);
});

it("never takes what cannot be stored, whatever the table says", () => {
  const start = readSettings({});
  const fixed = allSettings.filter(([, one]) => one.stored !== "atOnce" && one.stored !== "nextStart");
  const { settings, take } = createLiveSettings(start);
  take(stored(Object.fromEntries(fixed.map(([, { name }]) => [name, "x"]))), "start");
  expect(settings).toEqual(start);
});

it("leaves a stored value that cannot be used, and says so", () => {
  const { settings, take } = createLiveSettings(readSettings({}));
  const { problems } = take(stored({ LOCKOUT_DURATION: 0, REQUEST_LIFE_DAYS: 5 }), "start");
  expect(problems).toEqual(["LOCKOUT_DURATION: the stored value must lie between 1 and 525600."]);
  expect([settings.lockoutDurationMinutes, settings.origins.lockoutDurationMinutes]).toEqual([30, "default"]);
  expect(settings.requestLifeDays).toBe(5);
});
