import { describe, expect, it } from "vitest";

import { type KeyTimes, planRotation } from "./key-rotation.ts";

const minute = 60_000;
const day = 86_400_000;
const start = 1_800_000_000_000;
const key = (kid: string, state: KeyTimes["state"], part: Partial<KeyTimes> = {}): KeyTimes => ({
  kid,
  state,
  createdAt: start,
  activatedAt: state === "next" ? null : start,
  retiredAt: state === "retired" ? start : null,
  ...part,
});
const pair = [key("a", "active"), key("b", "next")];

describe("planRotation", () => {
  it("makes the first key sign at once, and publishes the second", () => {
    expect(planRotation([], start, "due")).toEqual({ activate: "new", retire: [], remove: [], publish: true });
  });

  it("lets a key sign when it has been published for ten minutes, to the millisecond", () => {
    expect(planRotation(pair, start + 10 * minute - 1, "published")).toEqual({
      retire: [],
      remove: [],
      publish: false,
      waitUntil: start + 10 * minute,
    });
    expect(planRotation(pair, start + 10 * minute, "published")).toEqual({
      activate: "b",
      retire: ["a"],
      remove: [],
      publish: true,
    });
  });

  it("goes by itself after ninety days", () => {
    expect(planRotation(pair, start + 90 * day - 1, "due")).toEqual({ retire: [], remove: [], publish: false });
    expect(planRotation(pair, start + 90 * day, "due")).toMatchObject({ activate: "b", retire: ["a"] });
  });

  it("publishes a missing next key first, unless it must go at once", () => {
    const [active] = pair;
    const alone = active === undefined ? [] : [active];
    expect(planRotation(alone, start, "published")).toMatchObject({ publish: true, waitUntil: start + 10 * minute });
    expect(planRotation(alone, start, "now")).toEqual({ activate: "new", retire: ["a"], remove: [], publish: true });
  });

  it("deletes a retired key after an hour", () => {
    const keys = [...pair, key("c", "retired")];
    expect(planRotation(keys, start + 60 * minute - 1, "due").remove).toEqual([]);
    expect(planRotation(keys, start + 60 * minute, "due").remove).toEqual(["c"]);
  });
});
