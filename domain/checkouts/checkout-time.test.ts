import { describe, expect, it } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { checkoutStatuses } from "./checkout-status.ts";
import { type CheckoutTimes, endOf, nextLook, refusedExtension, warningAt } from "./checkout-time.ts";

const terms = { checkoutMaxMinutes: 60, extensionsMax: 2, warnMinutes: 10 };
const minuteMs = 60_000;
const out: CheckoutTimes = {
  status: "checkedOut",
  startAt: null,
  expiresAt: 100 * minuteMs,
  warnedAt: null,
  awaitsChange: false,
};
const at = { now: 30 * minuteMs, lookMs: 5_000 };

describe("a check-out is looked at", () => {
  it.each<[string, Partial<CheckoutTimes>, number | undefined]>([
    ["to warn its holder", {}, 90 * minuteMs],
    ["at its end once its holder was warned", { warnedAt: 1 }, 100 * minuteMs],
    ["at once where its end is not known", { expiresAt: null }, at.now],
    ["again and again while it waits for a place", { status: "approved" }, at.now + 5_000],
    ["at its start", { status: "approved", startAt: 80 * minuteMs }, 80 * minuteMs],
    ["no more often where its start has been", { status: "approved", startAt: 1 }, at.now + 5_000],
    ["until its password is changed", { status: "checkedIn", awaitsChange: true }, at.now + 5_000],
    ["never where it is over and changed", { status: "revoked" }, undefined],
    ["never while people decide", { status: "requested" }, undefined],
  ])("%s", (_when, part, expected) => {
    expect(nextLook({ ...out, ...part }, terms, at)).toBe(expected);
  });

  it("at its end at the latest, whatever its policy says of warnings", () => {
    const random = createRandom(7);
    for (let round = 0; round < 500; round++) {
      const now = random.below(1_000_000);
      const expiresAt = endOf(1 + random.below(500), now);
      const warned = { ...out, expiresAt, warnedAt: random.pick([null, now]) };
      const look = nextLook(warned, { ...terms, warnMinutes: random.below(60) }, { now, lookMs: 5_000 });
      expect(look).toBeLessThanOrEqual(expiresAt);
    }
  });

  it("warns nobody twice, nor under a policy that does not ask for it", () => {
    expect(warningAt(out, terms)).toBe(90 * minuteMs);
    expect(warningAt({ ...out, warnedAt: 5 }, terms)).toBeUndefined();
    expect(warningAt(out, { ...terms, warnMinutes: 0 })).toBeUndefined();
    expect(warningAt({ ...out, expiresAt: null }, terms)).toBeUndefined();
  });
});

describe("an extension", () => {
  const held = { status: "checkedOut", extensions: 0, breakGlass: false } as const;

  it("is given as often and as long as the policy allows", () => {
    expect(refusedExtension(held, 60, terms)).toBeUndefined();
    expect(refusedExtension({ ...held, extensions: 1 }, 1, terms)).toBeUndefined();
    expect(refusedExtension({ ...held, extensions: 2 }, 1, terms)).toContain("2 extension");
    expect(refusedExtension(held, 61, terms)).toContain("60 minutes");
  });

  it.each(checkoutStatuses.filter((status) => status !== "checkedOut"))("is refused for one that is %s", (status) => {
    expect(refusedExtension({ ...held, status }, 1, terms)).toContain("Only what is checked out");
  });
});
