import { randomBytes } from "node:crypto";

import type { Entry } from "ldapts";

import { type Call, ConnectorError, type ObjectRef, Secret } from "#connectors/contract/index.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { mapLdapError } from "#connectors/ldap-client/errors.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { bring, settled } from "./account-state.ts";
import { stateAttributes } from "./entries.ts";
import { requireStates } from "./recognize-states.ts";
import { resetPassword } from "./reset-password.ts";
import type { LdapSession } from "./session.ts";

const strangerBytes = 24;

/** An account whose directory says of the given password that it has expired, and the new one. */
export interface ExpiredChange {
  readonly account: ObjectRef;
  readonly entry: Entry;
  readonly password: Secret;
  /** Tries a password on a connection of its own. Returns true if the directory says that it has expired. */
  isExpired(password: Secret): Promise<boolean>;
}

/**
 * Changes the password of an account that cannot log in, because its password has expired and no login of grace is left. The answer that it
 * has expired is the proof of the current password, and the administrator sets the new one. A directory that gives this answer to a password
 * that nobody can know proves nothing, and nothing is changed.
 * @throws policy
 */
export async function changeExpired(
  session: LdapSession,
  { account, entry, password, isExpired }: ExpiredChange,
  call: Call,
): Promise<void> {
  if (await isExpired(new Secret(randomBytes(strangerBytes).toString("base64url"))))
    throw new ConnectorError(
      "policy",
      "The password has expired, and the directory says so without comparing the password. An administrator must reset it.",
    );
  await resetPassword(session, { account, password }, call);
  await freeOfDuty(session, entry, call);
}

/** Lifts the duty to change the password again, which a directory may add to every password that an administrator sets. */
async function freeOfDuty(session: LdapSession, { dn, ...before }: Entry, call: Call): Promise<void> {
  const { passwordMark } = requireStates(session);
  if (passwordMark !== undefined) {
    const [old] = textsOf(before, passwordMark.attr);
    // Such a directory writes the new end of the password after its answer.
    await settled({ session, dn, signal: call.signal }, (now) => textsOf(now, passwordMark.attr)[0] !== old);
  }
  try {
    await bring(session, (await entryAt(session, dn, stateAttributes(session))) ?? { dn }, "unexpirePassword");
  } catch (cause) {
    const words = mapLdapError(cause)?.message ?? (cause instanceof Error ? cause.message : "no words");
    throw new ConnectorError("partial", `The password was set, but it must be changed again: ${words}`, { cause });
  }
}
