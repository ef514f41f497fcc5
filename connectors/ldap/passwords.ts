import { Attribute, Change, type Client, type Entry, PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import {
  type Call,
  type ChangePasswordRequest,
  ConnectorError,
  type ResetPasswordRequest,
  type Secret,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";
import { boundClient, connect, disconnect } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { mapLdapError, resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { changeOf, replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { bring, requireMustChange, settled } from "./account-state.ts";
import { requireEntry } from "./entries.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { requireStates, stateOfEntry } from "./recognize-states.ts";
import type { LdapSession } from "./session.ts";

const invalidCredentials = 49;
// By these a login is refused: constraint violation (a lock), inappropriate authentication (the entry has no password at
// all), invalid credentials, unwilling to perform (disabled).
const refusals = new Set([19, 48, invalidCredentials, 53]);
const aboutPassword = new Set([48, invalidCredentials]);

/** Logs in as the account on a connection of its own; the directory counts a wrong password. */
export async function verify(
  session: LdapSession,
  { account, password }: VerifyRequest,
  call: Call,
): Promise<Verified> {
  const entry = await requireEntry(session, "account", account);
  return asAccount(session, { entry, password, signal: call.signal }, async (_client, answer) => answer);
}

/** Sets a password as administrator; an account that was disabled stays so. */
export async function resetPassword(
  session: LdapSession,
  { account, password, mustChange }: ResetPasswordRequest,
  { signal }: Call,
): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  const client = boundClient(session);
  if (mustChange) await requireMustChange(session, entry.dn);
  const states = mustChange ? requireStates(session) : session.states;
  const mark = mustChange ? states?.passwordMark : undefined;
  const together = mustChange ? [...(mark ? [mark] : (states?.changes.expirePassword ?? []))].map(changeOf) : [];
  await withPasswordPolicy((control) =>
    password.use((plaintext) =>
      client.modify(entry.dn, [replacement("userPassword", plaintext), ...together], control),
    ),
  );
  const before = stateOfEntry(session, entry);
  if (states?.passwordEnables && before.enabled === false)
    await afterwards(session, entry, "disable", "the account, which was disabled, is enabled by that");
  if (mark)
    await settled({ session, dn: entry.dn, signal }, (now) => !textsOf(now, mark.attr).includes(mark.replace[0]));
  if (mustChange) await afterwards(session, entry, "expirePassword", "it need not be changed at the next login");
}

/** Changes a password as its owner. */
export async function changePassword(
  session: LdapSession,
  { account, current, password }: ChangePasswordRequest,
  call: Call,
): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  const answer = await asAccount(session, { entry, password: current, signal: call.signal }, async (client, login) => {
    if (login.ok) await replaceOwn(client, entry.dn, { current, password });
    if (login.ok && session.states?.passwordMark)
      await settled(
        { session, dn: entry.dn, signal: call.signal },
        (now) => stateOfEntry(session, now).passwordExpired !== true,
      );
    return login;
  });
  if (answer.ok) return;
  const code = answer.reason === "invalid" ? "currentPassword" : "policy";
  throw new ConnectorError(code, answer.message ?? `The account is ${answer.reason}.`, {
    targetCode: invalidCredentials,
  });
}

// What a new password has undone, or must have done before it, cannot be part of the same step everywhere.
async function afterwards(
  session: LdapSession,
  { dn }: Entry,
  what: "disable" | "expirePassword",
  otherwise: string,
): Promise<void> {
  try {
    await bring(session, (await entryAt(session, dn, session.states?.attributes ?? [])) ?? { dn }, what);
  } catch (cause) {
    const words = mapLdapError(cause)?.message ?? (cause instanceof Error ? cause.message : "no words");
    throw new ConnectorError("partial", `The password was set, but ${otherwise}: ${words}`, { cause });
  }
}

interface Login {
  readonly entry: Entry;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

async function replaceOwn(
  client: Client,
  dn: string,
  { current, password }: { current: Secret; password: Secret },
): Promise<void> {
  await withPasswordPolicy((control) =>
    current.use((old) =>
      password.use(async (plaintext) => {
        try {
          await client.modify(dn, replacement("userPassword", plaintext), control);
        } catch (error) {
          if (control.value?.error !== PasswordPolicyError.MustSupplyOldPassword) throw error;
          const remove = new Change({
            operation: "delete",
            modification: new Attribute({ type: "userPassword", values: [old] }),
          });
          const add = new Change({
            operation: "add",
            modification: new Attribute({ type: "userPassword", values: [plaintext] }),
          });
          await client.modify(dn, [remove, add], control);
        }
      }),
    ),
  );
}

async function asAccount(
  session: LdapSession,
  { entry, password, signal }: Login,
  run: (client: Client, answer: Verified) => Promise<Verified>,
): Promise<Verified> {
  // A login with an empty password is an anonymous one: the directory accepts it for every account.
  if (password.use((plaintext) => plaintext === ""))
    return { ok: false, reason: "invalid", message: "The password is empty." };
  const client = await connect(session.options, signal);
  try {
    const control = new PasswordPolicyControl();
    try {
      await password.use((plaintext) => client.bind(entry.dn, plaintext, control));
    } catch (error) {
      return await refusedLogin(session, { entry, control }, error);
    }
    return await run(client, acceptedLogin(control));
  } finally {
    await disconnect(client);
  }
}

function acceptedLogin({ value }: PasswordPolicyControl): Verified {
  return {
    ok: true,
    ...(value?.error === PasswordPolicyError.ChangeAfterReset && { mustChange: true }),
    ...(value?.timeBeforeExpiration !== undefined && { expiresInSeconds: value.timeBeforeExpiration }),
  };
}

async function refusedLogin(
  session: LdapSession,
  { entry, control }: { entry: Entry; control: PasswordPolicyControl },
  error: unknown,
): Promise<Verified> {
  const code = resultCodeOf(error);
  if (code === undefined || !refusals.has(code)) throw error;
  const message = wordsOf(error as Error);
  if (control.value?.error === PasswordPolicyError.PasswordExpired) return { ok: false, reason: "expired", message };
  // The directory does not tell a stranger that an account is locked; the administrator can see it.
  const now = await entryAt(session, entry.dn, session.states?.attributes ?? []);
  const state = stateOfEntry(session, now ?? entry);
  if (state.enabled === false) return { ok: false, reason: "disabled", message: "The account is disabled." };
  if (state.locked || control.value?.error === PasswordPolicyError.AccountLocked)
    return { ok: false, reason: "locked", message: "The account is locked." };
  // It was refused for another reason than its password, and nothing tells for which.
  if (!aboutPassword.has(code)) throw new ConnectorError("policy", message, { targetCode: code, cause: error });
  return { ok: false, reason: "invalid", message };
}
