import type { Delta, ObjectState } from "#connectors/contract/index.ts";

/** The values of the attributes that tell of an account's state, by the names of `AccountStates.attributes`. */
export type StateValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What can be done to the state of an account. */
export type StateChange = "disable" | "enable" | "unlock" | "expirePassword" | "unexpirePassword";

/** How a make of directory locks and disables accounts and lets passwords expire. */
export interface AccountStates {
  /** The operational attributes that have to be asked for by name. */
  readonly attributes: readonly string[];
  /** What each change writes. */
  readonly changes: Readonly<Record<StateChange, readonly Delta[]>>;
  /**
   * Where a directory itself writes how long a password lasts, and later than it answers: what is written with a new one, so
   * that its own writing shows. Absent = that a password must be changed is written with it in one step.
   */
  readonly passwordMark?: { readonly attr: string; readonly replace: readonly [string] };
  /** The attribute of a password policy without whose `on` nobody is made to change a password. */
  readonly mustChangePolicy?: string;
  /** The state of an account; what the directory's time is compared with is given. */
  stateOf(values: StateValues, nowMs: number): ObjectState;
}

// Only an administrator can lift this lock, which is how an account is disabled.
const disabledSince = "000001010000Z";

/** The password policy of the Internet draft (draft-behera-ldap-password-policy), as OpenLDAP has it. */
const passwordPolicy: AccountStates = {
  attributes: ["pwdAccountLockedTime", "pwdReset"],
  changes: {
    disable: [{ attr: "pwdAccountLockedTime", replace: [disabledSince] }],
    // Deleted, not replaced by nothing: only then the directory forgets the failed logins too.
    enable: [{ attr: "pwdAccountLockedTime", remove: [] }],
    unlock: [{ attr: "pwdAccountLockedTime", remove: [] }],
    expirePassword: [{ attr: "pwdReset", replace: ["TRUE"] }],
    unexpirePassword: [{ attr: "pwdReset", replace: ["FALSE"] }],
  },
  stateOf({ pwdAccountLockedTime: since = [], pwdReset = [] }) {
    const disabled = since.includes(disabledSince);
    return { enabled: !disabled, locked: since.length > 0 && !disabled, passwordExpired: pwdReset.includes("TRUE") };
  },
};

// The beginning of time says "for ever" of a lock and "to be changed" of a password; a second later, "was let in once".
const [beginning, letInOnce] = ["19700101000000Z", "19700101000001Z"];

/** 389 Directory Server and what is made of it (Red Hat Directory Server, FreeIPA). */
const directoryServer389: AccountStates = {
  attributes: ["nsAccountLock", "accountUnlockTime", "passwordExpirationTime"],
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
  stateOf({ nsAccountLock = [], accountUnlockTime = [], passwordExpirationTime = [] }, nowMs) {
    const [[until], [end]] = [accountUnlockTime, passwordExpirationTime];
    return {
      enabled: !nsAccountLock.some((value) => value.toLowerCase() === "true"),
      locked: until !== undefined && (until === beginning || timeOf(until) > nowMs),
      passwordExpired: end !== undefined && end !== letInOnce && timeOf(end) <= nowMs,
    };
  },
};

/** The ways that are known, by the names that an address may give. */
export const accountStates = { passwordPolicy, directoryServer389 } as const;

/** Which way, as an address names it. */
export const accountStateNames = ["passwordPolicy", "directoryServer389", "none"] as const;

/** A point in time as directories write it (YYYYMMDDhhmmssZ), in milliseconds; NaN for anything else. */
function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
