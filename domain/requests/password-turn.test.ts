import { describe, expect, test } from "vitest";

import { decideTurn, type PasswordChange } from "./password-turn.ts";

const own = { key: "own", turn: 5, isTry: false };
const other = (part: Partial<PasswordChange>): PasswordChange => ({
  key: "other",
  turn: 4,
  result: null,
  sends: 0,
  nextTryAt: null,
  ...part,
});
const decide = (part: Partial<PasswordChange>, queuedTurn: number | null = null) =>
  decideTurn(own, [other(part)], queuedTurn);

describe("a password change", () => {
  test("goes alone, and is no other one to itself", () => {
    expect(decideTurn(own, [], null)).toBe("go");
    expect(decideTurn(own, [other({ key: "own", turn: 5, result: "P", sends: 1 })], 5)).toBe("go");
  });
  test.each<[string, Partial<PasswordChange>, string]>([
    ["an older one that is with a proxy", { result: "P", sends: 1 }, "wait"],
    ["a newer one that is with a proxy", { turn: 6, result: "P", sends: 1 }, "wait"],
    ["a try of the same change that is with a proxy", { turn: 5, result: "P", sends: 2 }, "wait"],
    ["a newer one that has not begun", { turn: 6 }, "go"],
    ["a newer one that no proxy has fetched", { turn: 6, result: "P" }, "go"],
    ["a newer one between two tries", { turn: 6, result: "P", sends: 3, nextTryAt: 9 }, "wait"],
    ["an older one that has not begun", {}, "go"],
    ["an older one that no proxy has fetched", { result: "P" }, "go"],
    ["an older one between two tries", { result: "P", sends: 3, nextTryAt: 9 }, "go"],
    ["an older one that is done", { result: "S", sends: 1 }, "go"],
    ["a newer one that the target refused", { turn: 6, result: "F", sends: 1 }, "go"],
    ["a newer one that is done", { turn: 6, result: "S", sends: 1 }, "superseded"],
    ["a newer one of which nobody knows if it is done", { turn: 6, result: "N", sends: 1 }, "superseded"],
  ])("beside %s", (_what, part, decision) => {
    expect(decide(part)).toBe(decision);
  });
  test("that was queued lets every newer one go first", () => {
    for (const newer of [{ result: null }, { result: "P" }, { result: "P", sends: 1 }] as const)
      expect(decideTurn({ ...own, isTry: true }, [other({ turn: 6, ...newer })], 5)).toBe("wait");
    expect(decideTurn({ ...own, isTry: true }, [other({ result: "P" })], 5)).toBe("go");
  });
  test("ends where a newer one is queued, whatever is with a proxy", () => {
    expect(decide({ result: "P", sends: 1 }, 6)).toBe("superseded");
    expect(decide({}, 4)).toBe("go");
  });
});

test("of any order of two changes, the newer one is the last that is sent", () => {
  for (const results of [
    ["S", "S"],
    ["N", "S"],
    ["S", "N"],
  ] as const) {
    const [older, newer] = results;
    const changes = [
      { ...other({ key: "a", turn: 1 }), end: older },
      { ...other({ key: "b", turn: 2 }), end: newer },
    ];
    const sent: string[] = [];
    for (let step = 0; step < 20; step += 1) {
      const one = changes[step % 2];
      if (one === undefined || one.result === "S" || one.result === "N" || one.result === "F") continue;
      const decision = decideTurn({ ...one, isTry: false }, changes, null);
      if (decision === "superseded") Object.assign(one, { result: "F" });
      if (decision !== "go") continue;
      sent.push(one.key);
      Object.assign(one, { result: one.end, sends: 1 });
    }
    expect(sent.at(-1)).toBe("b");
  }
});
