import type { Delta, ObjectState } from "#connectors/contract/index.ts";

import type { PasswordPolicies, PasswordPolicy } from "./known-policies.ts";

/** The values of the attributes that tell of an account's state, by the names of `AccountStates.attributes`. */
export type StateValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What can be done to the state of an account. */
export type StateChange = "disable" | "enable" | "unlock" | "expirePassword" | "unexpirePassword";

/** What the attributes of an account are judged by. */
export interface StateContext {
  /** The time that those of the directory are compared with. */
  readonly nowMs: number;
  /** Absent = none are known, so what depends on them is not known either. */
  readonly policies?: PasswordPolicies | undefined;
}

/** How a make of directory locks and disables accounts and lets passwords expire. */
export interface AccountStates {
  /** The operational attributes that have to be asked for by name. */
  readonly attributes: readonly string[];
  /** Those of them by which a directory is recognized. */
  readonly recognizedBy: readonly string[];
  /** What each change writes. */
  readonly changes: Readonly<Record<StateChange, readonly Delta[]>>;
  /**
   * Where a directory itself writes how long a password lasts, and later than it answers: what is written with a new one, so
   * that its own writing shows. Absent = that a password must be changed is written with it in one step.
   */
  readonly passwordMark?: { readonly attr: string; readonly replace: readonly [string] };
  /** The attribute of a password policy without whose `on` nobody is made to change a password. */
  readonly mustChangePolicy?: string;
  /** Entries of the directory say what becomes of the attributes of an account, and for how long. */
  readonly hasPolicies: boolean;
  /** The state that changes have written, whatever a policy makes of it. */
  writtenState(values: StateValues, nowMs: number): ObjectState;
  /** The state of an account as it is; what cannot be told is absent. */
  stateOf(values: StateValues, context: StateContext): ObjectState;
}

// Only an administrator can lift this lock, which is how an account is disabled.
const disabledSince = "000001010000Z";

/** The password policy of the Internet draft (draft-behera-ldap-password-policy-10), as OpenLDAP has it. */
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
    // Deleted, not replaced by nothing: only then the directory forgets the failed logins too.
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
    // Only a policy that locks has written when it did.
    const locking = isLockedByFailures(values) ? candidates.filter(({ lockout }) => lockout) : [];
    const states = (locking.length > 0 ? locking : candidates).map((policy) => stateUnder(policy, values, nowMs));
    return {
      ...(states.length === 0 ? stateUnderNone(values) : agreedOn(states)),
      ...(start > nowMs && { enabled: false }),
      ...(!Number.isNaN(end) && { expiresAt: new Date(end).toISOString() }),
    };
  },
};

/** The state of an account under a policy, as OpenLDAP judges it at a login. */
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
  };
}

/** What can be told of an account without its policy. */
function stateUnderNone(values: StateValues): ObjectState {
  const { pwdAccountLockedTime: since = [], pwdReset = [], pwdChangedTime = [] } = values;
  return {
    enabled: !since.includes(disabledSince),
    ...(!isLockedByFailures(values) && { locked: false }),
    // Without a time of its last change no password is too old.
    ...((pwdReset.includes("TRUE") || pwdChangedTime.length === 0) && { passwordExpired: pwdReset.includes("TRUE") }),
  };
}

function isLockedByFailures({ pwdAccountLockedTime: since = [] }: StateValues): boolean {
  return since.length > 0 && !since.includes(disabledSince);
}

/** The states that are the same whichever of several policies is the one. */
function agreedOn(states: readonly ObjectState[]): ObjectState {
  const [first = {}] = states;
  if (states.length === 1) return first;
  const agreed = (["enabled", "locked", "passwordExpired"] as const).filter((name) =>
    states.every((state) => state[name] === first[name]),
  );
  return Object.fromEntries(agreed.map((name) => [name, first[name]]));
}

// The beginning of time says "for ever" of a lock and "to be changed" of a password; a second later, "was let in once".
const [beginning, letInOnce] = ["19700101000000Z", "19700101000001Z"];

/** 389 Directory Server and what is made of it (Red Hat Directory Server, FreeIPA). */
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
      // A time that nobody can read ends nothing.
      locked: until !== undefined && (until === beginning || !(timeOf(until) <= nowMs)),
      passwordExpired: end !== undefined && end !== letInOnce && timeOf(end) <= nowMs,
    };
  },
  stateOf: (values, { nowMs }) => directoryServer389.writtenState(values, nowMs),
};

/** The ways that are known, by the names that an address may give. */
export const accountStates = { passwordPolicy, directoryServer389 } as const;

/** Which way, as an address names it. */
export const accountStateNames = ["passwordPolicy", "directoryServer389", "none"] as const;

/** A point in time as directories write it (generalized time, RFC 4517 3.3.13), in milliseconds; NaN for anything else. */
export function timeOf(text: string | undefined): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d(?:\d\d)?)$/.exec(text ?? "");
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour, minute = "00", second = "00", zone = "Z"] = parts;
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3) || "00"}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
}
