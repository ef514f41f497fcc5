import { Attribute, Change, type Client, type Entry, PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import {
  type AccountRequest,
  type Call,
  type ChangePasswordRequest,
  ConnectorError,
  type ResetPasswordRequest,
  type Secret,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { entryAt, requireEntry } from "./entries.ts";
import { resultCodeOf } from "./errors.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { boundClient, connect, disconnect, type LdapSession } from "./session.ts";
import { disabledSince, lockedAttribute, mustChangeAttribute, stateAttributes, stateOf } from "./state.ts";

const [invalidCredentials, inappropriateAuthentication] = [49, 48];

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
): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  const client = boundClient(session);
  const changes = (plaintext: string): Change[] => [
    replacement("userPassword", plaintext),
    ...(mustChange ? [replacement(mustChangeAttribute, "TRUE")] : []),
  ];
  await withPasswordPolicy((control) =>
    password.use((plaintext) => client.modify(entry.dn, changes(plaintext), control)),
  );
  if (stateOf(entry).enabled === false) await disableAgain(client, entry.dn);
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
    return login;
  });
  if (answer.ok) return;
  const code = answer.reason === "invalid" ? "currentPassword" : "policy";
  throw new ConnectorError(code, answer.message ?? `The account is ${answer.reason}.`, {
    targetCode: invalidCredentials,
  });
}

/** Makes the owner change the password at the next login. */
export async function expirePassword(session: LdapSession, { account }: AccountRequest): Promise<void> {
  const { dn } = await requireEntry(session, "account", account);
  await boundClient(session).modify(dn, replacement(mustChangeAttribute, "TRUE"));
}

/** Takes `expirePassword` back. */
export async function unexpirePassword(session: LdapSession, { account }: AccountRequest): Promise<void> {
  const { dn } = await requireEntry(session, "account", account);
  await boundClient(session).modify(dn, replacement(mustChangeAttribute, "FALSE"));
}

// The directory takes every lock off with a new password, the administrator's too, even when it is set in the same step.
async function disableAgain(client: Client, dn: string): Promise<void> {
  await client.modify(dn, replacement(lockedAttribute, disabledSince)).catch((cause: unknown) => {
    const words =
      "The password was set, but the account, which was disabled, is enabled by that and could not be disabled again.";
    throw new ConnectorError("partial", words, { cause });
  });
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
  // Inappropriate authentication: the entry has no password at all.
  if (code !== invalidCredentials && code !== inappropriateAuthentication) throw error;
  if (control.value?.error === PasswordPolicyError.PasswordExpired)
    return { ok: false, reason: "expired", message: "The password has expired." };
  // The directory does not tell a stranger that an account is locked; the administrator can see it.
  const now = await entryAt(session, entry.dn, stateAttributes);
  const state = stateOf(now ?? entry);
  if (state.enabled === false) return { ok: false, reason: "disabled", message: "The account is disabled." };
  if (state.locked) return { ok: false, reason: "locked", message: "The account is locked." };
  return { ok: false, reason: "invalid", message: "Invalid credentials" };
}

function replacement(type: string, value: string): Change {
  return new Change({ operation: "replace", modification: new Attribute({ type, values: [value] }) });
}
