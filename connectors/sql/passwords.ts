import {
  type AccountRequest,
  type Call,
  ConnectorError,
  emptyPassword,
  type OperationsPart,
  requireLogin,
  untilAborted,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import type { SqlClient } from "./client.ts";
import { requireObject } from "./objects.ts";
import { checkPlainText, usePassword } from "./plain-text.ts";
import type { SqlObject, SqlSession } from "./session.ts";

/** The operations on passwords and on the states of accounts. */
export const passwordOperations = {
  verify,
  /**
   * Compares a password with what the server has stored; logs in where that does not tell and no failure is counted.
   * @throws notSupported where only a login that counts could tell
   */
  async adminVerify(session, request, call) {
    const found = await requireObject(session, "account", request.account);
    if (request.password.isEmpty) return emptyPassword;
    const judged = await session.judge(found, request.password);
    if (judged !== undefined) return judged;
    const counts = await session.lockedByFailures(found);
    if (counts !== undefined) throw new ConnectorError("notSupported", counts);
    return verify(session, request, call);
  },
  /** Sets a password as administrator. */
  async resetPassword(session, { account, password, mustChange }) {
    await session.setPassword(await requireObject(session, "account", account), password, mustChange === true);
  },
  /** Changes a password as its owner, on a connection of the account's own. */
  async changePassword(session, { account, current, password }, { signal, notice }) {
    const found = await requireObject(session, "account", account);
    usePassword(password, () => {});
    const run = (client: SqlClient) => session.setOwnPassword(client, password, found);
    requireLogin(
      current.isEmpty ? emptyPassword : await session.asOwner(found, { password: current, signal, notice, run }),
    );
  },
  /** Makes the owner change the password at the next login. */
  expirePassword: onAccount((session, found) => session.expirePassword(found)),
  /** Lets an account log in. */
  enable: onAccount((session, found) => session.setEnabled(found, true)),
  /** Stops an account from logging in; connections that are open stay so. */
  disable: onAccount((session, found) => session.setEnabled(found, false)),
  /** Forgets the failed logins of an account. */
  unlock: onAccount((session, found) => session.unlock(found)),
} satisfies OperationsPart<SqlSession>;

/** Logs in as the account on a connection of its own; the server may count a wrong password. */
function verify(
  session: SqlSession,
  { account, password }: VerifyRequest,
  { signal, notice }: Call,
): Promise<Verified> {
  return untilAborted(signal, async () => {
    const found = await requireObject(session, "account", account);
    if (password.isEmpty) return emptyPassword;
    password.use((plaintext) => checkPlainText("The password", plaintext));
    return session.asOwner(found, { password, signal, notice });
  });
}

function onAccount(act: (session: SqlSession, found: SqlObject) => Promise<void>) {
  return async (session: SqlSession, { account }: AccountRequest): Promise<void> =>
    act(session, await requireObject(session, "account", account));
}
