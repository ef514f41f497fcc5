import { describe, expect, it } from "vitest";

import { lockoutTriesMax } from "../managed-account-limits.ts";
import { triesLeft, triesLeftAt, type TriedOnce, withTries } from "./may-try-now.ts";

const rule = { lockoutTries: 3, lockoutMinutes: 30 };
const minuteMs = 60_000;
const now = 100 * minuteMs;
const wrong: TriedOnce = { answer: "refused", counts: true };

describe("tries that a target may count towards its lockout", () => {
  it.each([
    [[], 2],
    [[now - 29 * minuteMs], 1],
    [[now - 31 * minuteMs], 2],
    [[now - 5, now - 4, now - 3, now - 2], 0],
    [[now + minuteMs], 1],
  ])("end one before the account would be locked: after %j %i are left", (triedAt, left) => {
    expect(triesLeft(triedAt, rule, now)).toBe(left);
  });

  it("are without limit where the target locks nobody, and never made where the first one would", () => {
    expect(triesLeft([now, now, now], { ...rule, lockoutTries: 0 }, now)).toBe(Infinity);
    expect(triesLeft([], { ...rule, lockoutTries: 1 }, now)).toBe(0);
    expect(triesLeftAt(1, [], { ...rule, lockoutTries: 1 }, now)).toBeUndefined();
  });

  it.each([
    [1, [], null],
    [1, [now - minuteMs], null],
    [2, [now - minuteMs], now + 29 * minuteMs],
    [1, [now - 3 * minuteMs, now - minuteMs], now + 27 * minuteMs],
    [2, [now - 3 * minuteMs, now - minuteMs], now + 29 * minuteMs],
    [1, [now - 5 * minuteMs, now - 3 * minuteMs, now - minuteMs], now + 27 * minuteMs],
  ])("are left again when the target has forgotten: %i after %j at %s", (wanted, triedAt, at) => {
    const left = triesLeftAt(wanted, triedAt, rule, now);
    expect(left).toBe(at);
    if (left !== null && left !== undefined) {
      expect(triesLeft(triedAt, rule, left)).toBeGreaterThanOrEqual(wanted);
      expect(triesLeft(triedAt, rule, left - 1)).toBeLessThan(wanted);
    }
  });

  it("are remembered as many as matter, the latest last", () => {
    const tried = Array.from({ length: 105 }, (_, at) => at).reduce<readonly number[]>(
      (before, at) => withTries(before, [wrong], at),
      [],
    );
    expect([tried.length, tried.at(-1)]).toEqual([lockoutTriesMax, 104]);
  });

  it("are forgotten where a login has succeeded after them, and one that gave no answer is counted", () => {
    const opens = { answer: "opens", counts: true } as const;
    const unknown = { answer: "unknown", counts: true } as const;
    expect(withTries([1, 2], [wrong, opens], 3)).toEqual([]);
    expect(withTries([1, 2], [opens, wrong, unknown], 3)).toEqual([3, 3]);
    expect(
      withTries(
        [1, 2],
        [
          { ...opens, counts: false },
          { ...wrong, counts: false },
        ],
        3,
      ),
    ).toEqual([1, 2]);
  });
});
