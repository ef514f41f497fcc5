import { expect, test } from "vitest";

import { stateFrom, type StateValues } from "./state.ts";

const unread: StateValues = {
  control: undefined,
  computed: undefined,
  expires: undefined,
  passwordSet: undefined,
  passwordExpires: undefined,
  lockedAt: undefined,
};

test.each<[Partial<StateValues>, object]>([
  [{}, {}],
  [{ control: "512" }, { enabled: true }],
  [{ control: "514" }, { enabled: false }],
  [{ control: "66050" }, { enabled: false }],
  [{ computed: "0" }, { locked: false, passwordExpired: false }],
  [{ computed: "16" }, { locked: true, passwordExpired: false }],
  [{ computed: "8388608" }, { locked: false, passwordExpired: true }],
  // Without the computed flags nothing shows how long a lock or a password lasts.
  [{ lockedAt: "134397438377073520" }, {}],
  [{ lockedAt: "0" }, { locked: false }],
  [{ passwordSet: "134397438377073520" }, {}],
  [{ passwordSet: "0" }, { passwordExpired: true }],
  [
    { computed: "0", lockedAt: "134397438377073520" },
    { locked: false, passwordExpired: false },
  ],
  [{ passwordExpires: "0" }, {}],
  [{ passwordExpires: "9223372036854775807" }, {}],
  [{ passwordExpires: "134397438377073520" }, { passwordExpiresAt: "2026-11-21T14:10:37.707Z" }],
  [{ expires: "0" }, {}],
  [{ expires: "9223372036854775807" }, {}],
  [{ expires: "134397438377073520" }, { expiresAt: "2026-11-21T14:10:37.707Z" }],
])("the state of %j is %j: what is not read is not known", (values, state) => {
  expect(stateFrom({ ...unread, ...values })).toEqual(state);
});
