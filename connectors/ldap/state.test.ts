import { expect, test } from "vitest";

import { accountStates, timeOf } from "./state.ts";

const nowMs = Date.parse("2026-05-01T12:00:00Z");
const good = { enabled: true, locked: false, passwordExpired: false };
const policy = { lockout: true, lockoutSeconds: 0, maxAgeSeconds: 0, maxIdleSeconds: 0, mustChange: true };

test.each([
  ["20260501120000Z", nowMs],
  ["20260501120000.123Z", nowMs],
  ["20260501120000,5Z", nowMs],
  ["202605011200Z", nowMs],
  ["2026050112Z", nowMs],
  ["20260501140000+0200", nowMs],
  ["20260501133000+0130", nowMs],
  ["20260501090000-03", nowMs],
  ["00000101000000Z", Date.parse("0000-01-01T00:00:00Z")],
  ["2026-05-01T12:00:00Z", Number.NaN],
  ["20261301120000Z", Number.NaN],
  ["never", Number.NaN],
  [undefined, Number.NaN],
])("the time %s is read", (text, expected) => {
  expect(timeOf(text)).toBe(expected);
});

test.each([
  [{}, good],
  [{ nsAccountLock: ["TRUE"] }, { ...good, enabled: false }],
  [{ nsAccountLock: ["false"] }, good],
  [{ accountUnlockTime: ["20260501120001Z"] }, { ...good, locked: true }],
  [{ accountUnlockTime: ["20260501120000Z"] }, good],
  [{ accountUnlockTime: ["19700101000000Z"] }, { ...good, locked: true }],
  [{ accountUnlockTime: ["soon"] }, { ...good, locked: true }],
  [
    { passwordExpirationTime: ["20260501120000Z"] },
    { ...good, passwordExpired: true, passwordExpiresAt: "2026-05-01T12:00:00.000Z" },
  ],
  [{ passwordExpirationTime: ["20260501120001Z"] }, { ...good, passwordExpiresAt: "2026-05-01T12:00:01.000Z" }],
  // Marks, and no times.
  [{ passwordExpirationTime: ["19700101000000Z"] }, { ...good, passwordExpired: true }],
  [{ passwordExpirationTime: ["19700101000001Z"] }, good],
  [{ passwordExpirationTime: ["never"] }, good],
])("389 Directory Server: %j is %j", (values, expected) => {
  expect(accountStates.directoryServer389.stateOf(values, { nowMs })).toEqual(expected);
});

test.each([
  [{ pwdAccountLockedTime: ["20260501110000Z"] }, [{ ...policy, lockoutSeconds: 3_600 }], good],
  [{ pwdAccountLockedTime: ["20260501110001Z"] }, [{ ...policy, lockoutSeconds: 3_600 }], { ...good, locked: true }],
  [{ pwdAccountLockedTime: ["20010101000000Z"] }, [policy], { ...good, locked: true }],
  [{ pwdAccountLockedTime: ["soon"] }, [{ ...policy, lockoutSeconds: 1 }], { ...good, locked: true }],
  // One of these is the policy; only the first of them locks accounts.
  [
    { pwdAccountLockedTime: ["20010101000000Z"] },
    [
      { ...policy, lockoutSeconds: 1 },
      { ...policy, lockout: false },
    ],
    good,
  ],
  [
    { pwdAccountLockedTime: ["20260501110001Z"] },
    [{ ...policy, lockoutSeconds: 1 }, policy],
    { enabled: true, passwordExpired: false },
  ],
  [{ pwdAccountLockedTime: ["000001010000Z"] }, [policy], { ...good, enabled: false }],
  [{ pwdAccountLockedTime: ["000001010000Z"] }, [], { ...good, enabled: false }],
  [
    { pwdChangedTime: ["20260501115900Z"] },
    [{ ...policy, maxAgeSeconds: 60 }],
    { ...good, passwordExpired: true, passwordExpiresAt: "2026-05-01T12:00:00.000Z" },
  ],
  [
    { pwdChangedTime: ["20260501115901Z"] },
    [{ ...policy, maxAgeSeconds: 60 }],
    { ...good, passwordExpiresAt: "2026-05-01T12:00:01.000Z" },
  ],
  [{ pwdChangedTime: ["20260501115901Z"] }, [{ ...policy, maxAgeSeconds: 1e15 }], good],
  [{}, [{ ...policy, maxAgeSeconds: 60 }], good],
  // One of these is the policy, and they end the password at two times.
  [
    { pwdChangedTime: ["20260501115901Z"] },
    [
      { ...policy, maxAgeSeconds: 60 },
      { ...policy, maxAgeSeconds: 90 },
    ],
    good,
  ],
  [{ pwdChangedTime: ["20260501115901Z"] }, [], { enabled: true, locked: false }],
  [{ pwdEndTime: ["20260501120000Z"] }, [policy], { ...good, expiresAt: "2026-05-01T12:00:00.000Z" }],
  [{ pwdEndTime: ["never"] }, [policy], good],
  [{ pwdStartTime: ["20260501120001Z"] }, [policy], { ...good, enabled: false }],
  [{ pwdStartTime: ["20260501120000Z"] }, [policy], good],
])("a password policy: %j under %j is %j", (values, candidates, expected) => {
  const policies = { of: () => candidates };
  expect(accountStates.passwordPolicy.stateOf(values, { nowMs, policies })).toEqual(expected);
});
