import {
  type AccountRequest,
  type Call,
  type ChangePasswordRequest,
  ConnectorError,
  emptyPassword,
  type ResetPasswordRequest,
  untilAborted,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { requireObject } from "./objects.ts";
import { checkPlainText, usePassword } from "./plain-text.ts";
import type { SqlSession } from "./session.ts";

/** Logs in as the account on a connection of its own; the server may count a wrong password. */
export function verify(session: SqlSession, { account, password }: VerifyRequest, { signal }: Call): Promise<Verified> {
  return untilAborted(signal, async () => {
    const found = await requireObject(session, "account", account);
    if (password.isEmpty) return emptyPassword;
    password.use((plaintext) => checkPlainText("The password", plaintext));
    return session.asOwner(found, { password, signal });
  });
}

/**
 * Compares a password with what the server has stored; logs in where that does not tell and no failure is counted.
 * @throws notSupported where only a login that counts could tell
 */
export async function adminVerify(session: SqlSession, request: VerifyRequest, call: Call): Promise<Verified> {
  const found = await requireObject(session, "account", request.account);
  if (request.password.isEmpty) return emptyPassword;
  const judged = await session.judge(found, request.password);
  if (judged !== undefined) return judged;
  const counts = await session.lockedByFailures(found);
  if (counts !== undefined) throw new ConnectorError("notSupported", counts);
  return verify(session, request, call);
}

/** Sets a password as administrator. */
export async function resetPassword(
  session: SqlSession,
  { account, password, mustChange }: ResetPasswordRequest,
): Promise<void> {
  await session.setPassword(await requireObject(session, "account", account), password, mustChange === true);
}

/** Changes a password as its owner, on a connection of the account's own. */
export async function changePassword(
  session: SqlSession,
  { account, current, password }: ChangePasswordRequest,
  call: Call,
): Promise<void> {
  const found = await requireObject(session, "account", account);
  usePassword(password, () => {});
  const answer = current.isEmpty
    ? emptyPassword
    : await session.asOwner(found, {
        password: current,
        signal: call.signal,
        run: (client) => session.setOwnPassword(client, password),
      });
  if (answer.ok) return;
  const code = answer.reason === "invalid" ? "currentPassword" : "policy";
  throw new ConnectorError(code, answer.message ?? `The account is ${answer.reason}.`);
}

/** Makes the owner change the password at the next login. */
export async function expirePassword(session: SqlSession, { account }: AccountRequest): Promise<void> {
  await session.expirePassword(await requireObject(session, "account", account));
}

/** Lets an account log in. */
export async function enable(session: SqlSession, { account }: AccountRequest): Promise<void> {
  await session.setEnabled(await requireObject(session, "account", account), true);
}

/** Stops an account from logging in; connections that are open stay so. */
export async function disable(session: SqlSession, { account }: AccountRequest): Promise<void> {
  await session.setEnabled(await requireObject(session, "account", account), false);
}

/** Forgets the failed logins of an account. */
export async function unlock(session: SqlSession, { account }: AccountRequest): Promise<void> {
  await session.unlock(await requireObject(session, "account", account));
}
