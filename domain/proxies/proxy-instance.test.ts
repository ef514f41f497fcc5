import { describe, expect, test } from "vitest";

import { proxyAwaySeconds, proxyInstanceKeptHours, proxyInstancesMax } from "../limits.ts";
import { isOnline, type ProxyInstance, speakerOf, withInstance } from "./proxy-instance.ts";

const now = 1_000_000_000;
const hourMs = 3_600_000;

function instance(id: string, part: Partial<ProxyInstance> = {}): ProxyInstance {
  return {
    id,
    startedAt: now,
    lastSeenAt: now,
    stoppedAt: null,
    softwareVersion: "1.0.0",
    connectors: [],
    failedConnectors: [],
    ordersUnderWay: 0,
    clockSkewMs: 0,
    ...part,
  };
}

describe("isOnline", () => {
  test.each([
    ["has just reported", {}, true],
    ["reported just within the time", { lastSeenAt: now - proxyAwaySeconds * 1000 }, true],
    ["has missed its reports", { lastSeenAt: now - proxyAwaySeconds * 1000 - 1 }, false],
    ["has said good-bye", { stoppedAt: now }, false],
  ])("one that %s", (_what, part, expected) => {
    expect(isOnline(instance("a", part), now)).toBe(expected);
  });
});

describe("withInstance", () => {
  test("a report takes the place of the one before, and leaves the others", () => {
    const known = [instance("a", { ordersUnderWay: 1 }), instance("b")];
    const after = withInstance(known, instance("a", { ordersUnderWay: 5 }));
    expect(after.map(({ id, ordersUnderWay }) => [id, ordersUnderWay])).toEqual([
      ["a", 5],
      ["b", 0],
    ]);
  });

  test("who has not been seen for long is forgotten, and of too many those seen longest ago", () => {
    const old = instance("old", { lastSeenAt: now - proxyInstanceKeptHours * hourMs - 1 });
    expect(withInstance([old], instance("a")).map(({ id }) => id)).toEqual(["a"]);
    const many = Array.from({ length: proxyInstancesMax }, (_, index) =>
      instance(`i${index}`, { lastSeenAt: now - index }),
    );
    const kept = withInstance(many, instance("new")).map(({ id }) => id);
    expect(kept).toHaveLength(proxyInstancesMax);
    expect(kept).toContain("new");
    expect(kept).not.toContain(`i${proxyInstancesMax - 1}`);
  });
});

describe("speakerOf", () => {
  test("is the youngest that is online", () => {
    const elder = instance("elder", { startedAt: now - 2 });
    const younger = instance("younger", { startedAt: now - 1 });
    const stopped = instance("stopped", { startedAt: now, stoppedAt: now });
    expect(speakerOf([elder, younger, stopped], now)?.id).toBe("younger");
    expect(speakerOf([elder, stopped], now)?.id).toBe("elder");
    expect(speakerOf([stopped], now)).toBeUndefined();
  });
});
