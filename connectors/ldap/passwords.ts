import { type Client, type Entry, PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import {
  type Call,
  ConnectorError,
  emptyPassword,
  type ObjectState,
  type OperationsPart,
  requireLogin,
  type Secret,
  untilAborted,
  type Verified,
} from "#connectors/contract/index.ts";
import { boundClient, connect, disconnect } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { logInAs } from "#connectors/ldap-client/log-in-as.ts";
import { changeOf, replacement } from "#connectors/ldap-client/modifications.ts";
import { warningsOf } from "#connectors/ldap-client/password-warnings.ts";

import { settled } from "./account-state.ts";
import { changeExpired } from "./change-expired.ts";
import { placeOf, readAccountAt, requireAccount, requireEntry, stateAttributes } from "./entries.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { prepared } from "./prepared-password.ts";
import { stateOfEntry, writtenStateOf } from "./recognize-states.ts";
import { resetPassword } from "./reset-password.ts";
import type { LdapSession } from "./session.ts";

const invalidCredentials = 49;
// Result codes of a refused login: constraint violation (a lock), inappropriate authentication (the entry has no password), invalid
// credentials, unwilling to perform (disabled).
const refusals = new Set([19, 48, invalidCredentials, 53]);
const aboutPassword = new Set([48, invalidCredentials]);

/** Operations on passwords. */
export const passwordOperations = {
  /** Logs in as the account on the session's connection for logins; the directory counts a wrong password. */
  verify: (session, { account, password }, call) =>
    untilAborted(call.signal, async () => {
      // An empty password is an anonymous login, which the directory accepts for every account.
      if (password.isEmpty) return requireAccount(session, account).then(() => emptyPassword);
      boundClient(session);
      let control = new PasswordPolicyControl();
      const { entry, refusal } = await logInAs({
        place: placeOf(session, account),
        setAt: session.setPasswords.placeOf(password, account),
        readAt: (place) => readAccountAt(session, account, place),
        search: () => requireEntry(session, "account", account, []),
        attempt(dn) {
          // A new control, so that it holds nothing about another entry.
          control = new PasswordPolicyControl();
          return session.logins.attempt({ dn, password: prepared(password), control, signal: call.signal });
        },
      });
      if (refusal !== undefined) return refusedLogin(session, { entry, control }, refusal);
      for (const words of warningsOf(control)) call.notice(words);
      return acceptedLogin(control);
    }),
  resetPassword,
  /**
   * Changes a password as its owner. One that has expired, so that its owner cannot log in, is the proof, and the administrator sets the new
   * one.
   */
  async changePassword(session, request, call) {
    const { signal } = call;
    const [current, password] = [prepared(request.current), prepared(request.password)];
    const entry = await requireAccount(session, request.account);
    let hasExpired = false;
    const login = { entry, password: current, signal, onExpired: () => void (hasExpired = true) };
    const answer = await asAccount(session, login, async (client, own) => {
      if (own.ok) await replaceOwn(client, entry.dn, { current, password, call });
      if (own.ok && session.states?.passwordMark)
        await settled(
          { session, dn: entry.dn, signal },
          (now) => writtenStateOf(session, now).passwordExpired !== true,
        );
      return own;
    });
    if (!hasExpired) return requireLogin(answer, { targetCode: invalidCredentials });
    const isExpired = (tried: Secret) => expiredFor(session, { entry, password: tried, signal });
    await changeExpired(session, { account: request.account, entry, password: request.password, isExpired }, call);
  },
} satisfies OperationsPart<LdapSession>;

interface Login {
  readonly entry: Entry;
  readonly password: Secret;
  readonly signal: AbortSignal;
  /** Called if the directory refuses the login because the password has expired. */
  readonly onExpired?: () => void;
}

async function expiredFor(session: LdapSession, login: Login): Promise<boolean> {
  let hasExpired = false;
  await asAccount(session, { ...login, onExpired: () => void (hasExpired = true) }, async (_client, answer) => answer);
  return hasExpired;
}

async function replaceOwn(
  client: Client,
  dn: string,
  { current, password, call }: { current: Secret; password: Secret; call: Call },
): Promise<void> {
  await withPasswordPolicy(call, (control) =>
    current.use((old) =>
      password.use(async (plaintext) => {
        try {
          await client.modify(dn, replacement("userPassword", plaintext), control);
        } catch (error) {
          if (control.value?.error !== PasswordPolicyError.MustSupplyOldPassword) throw error;
          const change = [
            { attr: "userPassword", remove: [old] },
            { attr: "userPassword", add: [plaintext] },
          ];
          await client.modify(dn, change.map(changeOf), control);
        }
      }),
    ),
  );
}

async function asAccount(
  session: LdapSession,
  { entry, password, signal, onExpired }: Login,
  run: (client: Client, answer: Verified) => Promise<Verified>,
): Promise<Verified> {
  // A login with an empty password is anonymous: the directory accepts it for every account.
  if (password.isEmpty) return emptyPassword;
  const client = await connect(session.options, signal);
  try {
    const control = new PasswordPolicyControl();
    try {
      await password.use((plaintext) => client.bind(entry.dn, plaintext, control));
    } catch (error) {
      const answer = await refusedLogin(session, { entry, control }, error);
      if (control.value?.error === PasswordPolicyError.PasswordExpired) onExpired?.();
      return answer;
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
  const code = resultCodeOf(error) ?? 0;
  if (!refusals.has(code)) throw error;
  const reason = control.value?.error;
  const message = wordsOf(error as Error);
  if (reason === PasswordPolicyError.PasswordExpired) return { ok: false, reason: "expired", message };
  // The directory does not show a lock to an unauthenticated client; the administrator can read it.
  const now = await entryAt(session, entry.dn, stateAttributes(session));
  const answer = answerOf(await stateNow(session, now ?? entry), reason);
  if (answer !== undefined) return answer;
  // The refusal has another reason than the password, and no sign of which.
  if (!aboutPassword.has(code)) throw new ConnectorError("policy", message, { targetCode: code, cause: error });
  return { ok: false, reason: "invalid", message };
}

/** Returns the state that explains a refused login. It uses the policies only if the written state keeps the account out. */
async function stateNow(session: LdapSession, entry: Entry): Promise<ObjectState> {
  const written = writtenStateOf(session, entry);
  const isKeptOut = written.enabled === false || written.locked === true;
  return { ...written, ...(await stateOfEntry(session, entry, isKeptOut)) };
}

function answerOf({ enabled, locked, expiresAt }: ObjectState, reason: number | undefined): Verified | undefined {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
    return { ok: false, reason: "expired", message: `The account has ended at ${expiresAt}.` };
  if (enabled === false) return { ok: false, reason: "disabled", message: "The account is disabled." };
  if (locked || reason === PasswordPolicyError.AccountLocked)
    return { ok: false, reason: "locked", message: "The account is locked." };
  return undefined;
}
