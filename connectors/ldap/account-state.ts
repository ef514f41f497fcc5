import { setTimeout as pause } from "node:timers/promises";

import type { Entry } from "ldapts";

import {
  type AccountRequest,
  ConnectorError,
  type ObjectState,
  type OperationsPart,
} from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireEntry } from "./entries.ts";
import { requireStates, stateOfEntry, writtenStateOf } from "./recognize-states.ts";
import type { LdapSession } from "./session.ts";
import type { StateChange } from "./state.ts";

const [noSuchAttribute, undefinedType, objectClassViolation] = [16, 17, 65];

// Wait for a directory to write the data that belong to a password it has accepted; usually it takes milliseconds.
const [settleWaitMs, settlePauseMs] = [5_000, 10];

// Entry with the policy of all accounts that have none of their own.
const generalPolicy = "cn=config";

/** Condition that must hold after a change, and the words for an account for which it does not. */
const aims: Readonly<Record<StateChange, readonly [holds: (state: ObjectState) => boolean, otherwise: string]>> = {
  disable: [({ enabled }) => enabled === false, "still enabled"],
  enable: [({ enabled }) => enabled === true, "still disabled, perhaps by a role or a policy of the directory"],
  unlock: [({ locked }) => locked === false, "still locked"],
  expirePassword: [({ passwordExpired }) => passwordExpired === true, "still let in without a new password"],
  unexpirePassword: [({ passwordExpired }) => passwordExpired === false, "still to change its password"],
};

/** Operations on the states of accounts. */
export const accountStateOperations = {
  /** Stops an account from logging in by a lock that only an administrator can lift. */
  disable: bringing("disable"),
  /** Lifts the administrator's lock. A lock by failed logins stays if the directory keeps it in another attribute. */
  enable: bringing("enable"),
  /** Lifts a lock by failed logins; a disabled account stays disabled. */
  unlock: bringing("unlock"),
  /** Makes the owner change the password at the next login. */
  async expirePassword(session, { account }) {
    const entry = await requireEntry(session, "account", account, []);
    await requireMustChange(session, entry.dn);
    await bring(session, entry, "expirePassword");
    await requireEffect(session, entry.dn, "expirePassword");
  },
  /** Reverts `expirePassword`. */
  unexpirePassword: bringing("unexpirePassword"),
} satisfies OperationsPart<LdapSession>;

function bringing(what: StateChange) {
  return async (session: LdapSession, { account }: AccountRequest): Promise<void> => {
    const entry = await requireEntry(session, "account", account, []);
    await bring(session, entry, what);
    await requireEffect(session, entry.dn, what);
  };
}

/** Throws `policy` if the account's policy ignores the state written to its entry, so that the change has no effect. */
async function requireEffect(session: LdapSession, dn: string, what: StateChange): Promise<void> {
  if (what === "unlock" || !requireStates(session).hasPolicies) return;
  const now = await entryAt(session, dn, requireStates(session).attributes);
  const [holds, otherwise] = aims[what];
  const state = now === undefined ? {} : await stateOfEntry(session, now);
  // A state that cannot be read is not counted as a failure.
  if (now === undefined || holds({ ...writtenStateOf(session, now), ...state })) return;
  const words = `The change is written, and by the password policy of the directory the account is ${otherwise}.`;
  throw new ConnectorError("policy", words);
}

/**
 * Changes the state of an account unless it has that state already, and verifies the result.
 * @throws policy if the directory accepted the change without effect, notSupported if it has no such state
 */
export async function bring(session: LdapSession, entry: Entry, what: StateChange): Promise<void> {
  const { attributes, changes } = requireStates(session);
  const [holds, otherwise] = aims[what];
  if (holds(writtenStateOf(session, entry))) return;
  try {
    await boundClient(session).modify(entry.dn, changes[what].map(changeOf));
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === undefinedType || code === objectClassViolation)
      throw new ConnectorError(
        "notSupported",
        `This directory has no password policy for accounts: ${wordsOf(error as Error)}`,
        { targetCode: code, cause: error },
      );
    if (code !== noSuchAttribute) throw error;
  }
  const now = await entryAt(session, entry.dn, attributes);
  if (now === undefined) throw new ConnectorError("notFound", `The entry ${entry.dn} was removed meanwhile.`);
  if (!holds(writtenStateOf(session, now)))
    throw new ConnectorError("policy", `The directory took the change, and the account is ${otherwise}.`);
}

/**
 * Waits until an account has the expected state, for a directory that answers before it has written everything. Returns false on
 * time-out.
 */
export async function settled(
  { session, dn, signal }: { readonly session: LdapSession; readonly dn: string; readonly signal: AbortSignal },
  holds: (entry: Entry) => boolean,
): Promise<boolean> {
  const end = Date.now() + settleWaitMs;
  for (;;) {
    const entry = await entryAt(session, dn, requireStates(session).attributes);
    if (entry === undefined || holds(entry)) return true;
    if (Date.now() > end) return false;
    await pause(settlePauseMs, undefined, { signal });
  }
}

/**
 * Throws unless the directory enforces password changes for an account.
 * @throws notSupported if the account's policy enforces none, permission if the policy cannot be read
 */
export async function requireMustChange(session: LdapSession, dn: string): Promise<void> {
  const { mustChangePolicy } = requireStates(session);
  if (mustChangePolicy === undefined) return;
  const own = await entryAt(session, dn, ["pwdPolicySubentry"]);
  const policy = (own && textsOf(own, "pwdPolicySubentry")[0]) ?? generalPolicy;
  const found = await entryAt(session, policy, [mustChangePolicy]);
  const [value] = found === undefined ? [] : textsOf(found, mustChangePolicy);
  if (value?.toLowerCase() === "on") return;
  if (value === undefined)
    throw new ConnectorError(
      "permission",
      `Whether ${policy} makes accounts change a password cannot be read: let the administrator read its objectClass and ${mustChangePolicy}, and set that to "on".`,
    );
  throw new ConnectorError(
    "notSupported",
    `The password policy ${policy} makes nobody change a password: its ${mustChangePolicy} is "${value}".`,
  );
}
