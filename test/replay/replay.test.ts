import { readdirSync } from "node:fs";
import { dirname } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Replayer, startReplayer } from "#test/support/replayer.ts";
import { historyEventsMax } from "#workflows/history.ts";

import { historyFile, readHistory } from "./history-file.ts";
import { historyShapes } from "./shapes.ts";
import { stretchedHistory } from "./stretched-history.ts";

const recorded = readdirSync(dirname(historyFile(""))).map((file) => file.replace(/\.json$/, ""));
let replayer: Replayer;

beforeAll(() => {
  replayer = startReplayer();
});
afterAll(() => replayer.stop());

describe("the workflows of today", () => {
  test("have a recorded history of every shape", () => {
    expect(recorded).toEqual(expect.arrayContaining(Object.keys(historyShapes)));
  });

  test.each(recorded)("replay the recorded history '%s' without a difference", async (name) => {
    await expect(replayer.replay(readHistory(name))).resolves.toBeUndefined();
  });

  test("replay a history that was longer than one may be today and had not gone on in a new run", async () => {
    const long = stretchedHistory(readHistory("webhook-failed-delivered-removed"), historyEventsMax + 100);
    await expect(replayer.replay(long)).resolves.toBeUndefined();
  });

  test("would notice a difference", async () => {
    const { events } = readHistory("two-phases");
    const other = events.map((event) =>
      "activityTaskScheduledEventAttributes" in event
        ? { ...event, activityTaskScheduledEventAttributes: otherStep(event.activityTaskScheduledEventAttributes) }
        : event,
    );
    await expect(replayer.replay({ events: other })).rejects.toThrow("Nondeterminism");
  });
});

function otherStep(attributes: unknown): object {
  return { ...(attributes as object), activityType: { name: "anotherStep" } };
}
