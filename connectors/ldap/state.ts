import type { Delta, ObjectState } from "#connectors/contract/index.ts";

import type { PasswordPolicies, PasswordPolicy } from "./known-policies.ts";

/** Values of the state attributes of an account, by the names of `AccountStates.attributes`. */
export type StateValues = Readonly<Record<string, readonly string[] | undefined>>;

/** A change of the state of an account. */
export type StateChange = "disable" | "enable" | "unlock" | "expirePassword" | "unexpirePassword";

/** Time and policies by which the attributes of an account are judged. */
export interface StateContext {
  /** Time to which the times of the directory are compared, in milliseconds. */
  readonly nowMs: number;
  /** Password policies; absent if none are known, and then the states that depend on them are unknown too. */
  readonly policies?: PasswordPolicies | undefined;
}

/** Method by which a make of directory locks and disables accounts and lets passwords expire. */
export interface AccountStates {
  /** Operational attributes, which must be requested by name. */
  readonly attributes: readonly string[];
  /** Attributes by which a directory is recognized. */
  readonly recognizedBy: readonly string[];
  /** Deltas that each change writes. */
  readonly changes: Readonly<Record<StateChange, readonly Delta[]>>;
  /**
   * Marker that is written with a new password, for a directory that itself writes the password's expiry only after it has
   * answered: the marker shows whether it has. If absent, the duty to change the password is written in one step with it.
   */
  readonly passwordMark?: { readonly attr: string; readonly replace: readonly [string] };
  /** Attribute of a password policy that must be `on` for password changes to be enforced. */
  readonly mustChangePolicy?: string;
  /** True if policy entries of the directory decide the effect of the attributes of an account, and for how long. */
  readonly hasPolicies: boolean;
  /** Returns the state that changes have written, before any policy applies. */
  writtenState(values: StateValues, nowMs: number): ObjectState;
  /** Returns the effective state of an account; unknown states are absent. */
  stateOf(values: StateValues, context: StateContext): ObjectState;
}

// Only an administrator can lift this lock; it disables an account.
const disabledSince = "000001010000Z";

/** Password policy of the Internet draft (draft-behera-ldap-password-policy-10), as OpenLDAP implements it. */
const passwordPolicy: AccountStates = {
  attributes: [
    "pwdAccountLockedTime",
    "pwdReset",
    "pwdStartTime",
    "pwdEndTime",
    "pwdChangedTime",
    "pwdLastSuccess",
    "pwdPolicySubentry",
  ],
  recognizedBy: ["pwdAccountLockedTime", "pwdReset"],
  changes: {
    disable: [{ attr: "pwdAccountLockedTime", replace: [disabledSince] }],
    // Deleted, not replaced by an empty list: only then does the directory reset the failed logins too.
    enable: [{ attr: "pwdAccountLockedTime", remove: [] }],
    unlock: [{ attr: "pwdAccountLockedTime", remove: [] }],
    expirePassword: [{ attr: "pwdReset", replace: ["TRUE"] }],
    unexpirePassword: [{ attr: "pwdReset", replace: ["FALSE"] }],
  },
  hasPolicies: true,
  writtenState({ pwdAccountLockedTime: since = [], pwdReset = [] }) {
    const disabled = since.includes(disabledSince);
    return { enabled: !disabled, locked: since.length > 0 && !disabled, passwordExpired: pwdReset.includes("TRUE") };
  },
  stateOf(values, { nowMs, policies }) {
    const [end, start] = [timeOf(values["pwdEndTime"]?.[0]), timeOf(values["pwdStartTime"]?.[0])];
    const candidates = policies?.of(values["pwdPolicySubentry"]?.[0]) ?? [];
    // Only a policy that locks accounts writes the time of a lock.
    const locking = isLockedByFailures(values) ? candidates.filter(({ lockout }) => lockout) : [];
    const states = (locking.length > 0 ? locking : candidates).map((policy) => stateUnder(policy, values, nowMs));
    return {
      ...(states.length === 0 ? stateUnderNone(values) : agreedOn(states)),
      ...(start > nowMs && { enabled: false }),
      ...(!Number.isNaN(end) && { expiresAt: new Date(end).toISOString() }),
    };
  },
};

/** Returns the state of an account under a policy, as OpenLDAP judges it at a login. */
function stateUnder(policy: PasswordPolicy, values: StateValues, nowMs: number): ObjectState {
  const { pwdAccountLockedTime: since = [], pwdReset = [] } = values;
  const [changed, success] = [timeOf(values["pwdChangedTime"]?.[0]), timeOf(values["pwdLastSuccess"]?.[0])];
  const isOver = (fromMs: number, seconds: number) => seconds > 0 && fromMs + seconds * 1000 <= nowMs;
  const lockIsOver = isOver(timeOf(since[0]), policy.lockoutSeconds);
  return {
    enabled: !(policy.lockout && since.includes(disabledSince)),
    locked:
      (policy.lockout && isLockedByFailures(values) && !lockIsOver) ||
      isOver(Number.isNaN(success) ? changed : success, policy.maxIdleSeconds),
    passwordExpired: (policy.mustChange && pwdReset.includes("TRUE")) || isOver(changed, policy.maxAgeSeconds),
    ...endAfter(changed, policy.maxAgeSeconds),
  };
}

/** Returns the state of a password that holds for some seconds after a time in milliseconds; 0 seconds are for ever. */
function endAfter(fromMs: number, seconds: number): ObjectState {
  return seconds > 0 ? endOfPassword(fromMs + seconds * 1000) : {};
}

/** Returns the state of a password that ends at a time in milliseconds; empty for none, and for a time that no date can hold. */
function endOfPassword(endMs: number): ObjectState {
  const end = new Date(endMs);
  return Number.isNaN(end.getTime()) ? {} : { passwordExpiresAt: end.toISOString() };
}

/** Returns the states of an account that are certain without its policy. */
function stateUnderNone(values: StateValues): ObjectState {
  const { pwdAccountLockedTime: since = [], pwdReset = [], pwdChangedTime = [] } = values;
  return {
    enabled: !since.includes(disabledSince),
    ...(!isLockedByFailures(values) && { locked: false }),
    // A password without the time of its last change is never too old.
    ...((pwdReset.includes("TRUE") || pwdChangedTime.length === 0) && { passwordExpired: pwdReset.includes("TRUE") }),
  };
}

function isLockedByFailures({ pwdAccountLockedTime: since = [] }: StateValues): boolean {
  return since.length > 0 && !since.includes(disabledSince);
}

/** Returns the states on which all candidate policies agree. */
function agreedOn(states: readonly ObjectState[]): ObjectState {
  const [first = {}] = states;
  if (states.length === 1) return first;
  const agreed = (["enabled", "locked", "passwordExpired", "passwordExpiresAt"] as const).filter(
    (name) => first[name] !== undefined && states.every((state) => state[name] === first[name]),
  );
  return Object.fromEntries(agreed.map((name) => [name, first[name]]));
}

// The epoch means "for ever" in a lock and "must change" in a password; one second later means "has logged in once".
const [beginning, letInOnce] = ["19700101000000Z", "19700101000001Z"];
// Times of the first seconds are marks.
const lastMarkMs = 60_000;

/** Method of 389 Directory Server and its derivatives (Red Hat Directory Server, FreeIPA). */
const directoryServer389: AccountStates = {
  attributes: ["nsAccountLock", "accountUnlockTime", "passwordExpirationTime"],
  recognizedBy: ["nsAccountLock", "accountUnlockTime", "passwordExpirationTime"],
  changes: {
    disable: [{ attr: "nsAccountLock", replace: ["true"] }],
    enable: [{ attr: "nsAccountLock", replace: [] }],
    unlock: [
      { attr: "accountUnlockTime", replace: [] },
      { attr: "passwordRetryCount", replace: ["0"] },
    ],
    expirePassword: [{ attr: "passwordExpirationTime", replace: [beginning] }],
    unexpirePassword: [{ attr: "passwordExpirationTime", replace: [] }],
  },
  passwordMark: { attr: "passwordExpirationTime", replace: ["19700101000002Z"] },
  mustChangePolicy: "passwordMustChange",
  hasPolicies: false,
  writtenState({ nsAccountLock = [], accountUnlockTime = [], passwordExpirationTime = [] }, nowMs) {
    const [[until], [end]] = [accountUnlockTime, passwordExpirationTime];
    return {
      enabled: !nsAccountLock.some((value) => value.toLowerCase() === "true"),
      // A time that cannot be parsed ends no lock.
      locked: until !== undefined && (until === beginning || !(timeOf(until) <= nowMs)),
      passwordExpired: end !== undefined && end !== letInOnce && timeOf(end) <= nowMs,
      ...(timeOf(end) > lastMarkMs && endOfPassword(timeOf(end))),
    };
  },
  stateOf: (values, { nowMs }) => directoryServer389.writtenState(values, nowMs),
};

/** Known methods, by the names that an address may use. */
export const accountStates = { passwordPolicy, directoryServer389 } as const;

/** Names of the methods in an address. */
export const accountStateNames = ["passwordPolicy", "directoryServer389", "none"] as const;

/** Parses a time of a directory (generalized time, RFC 4517 3.3.13) into milliseconds; NaN for anything else. */
export function timeOf(text: string | undefined): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d(?:\d\d)?)$/.exec(text ?? "");
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour, minute = "00", second = "00", zone = "Z"] = parts;
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3) || "00"}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
}
