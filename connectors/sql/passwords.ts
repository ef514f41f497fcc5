import {
  type AccountRequest,
  type Call,
  ConnectorError,
  emptyPassword,
  type ObjectState,
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

/** Operations on passwords and on the states of accounts. */
export const passwordOperations = {
  verify,
  /**
   * Compares a password with the stored one. Logs in if the stored form allows no comparison and no failure is counted.
   * @throws notSupported if only a login that counts as a failure could tell
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
  expirePassword: onAccount(async (session, found) => {
    await session.expirePassword(found);
    await requireState(session, found, { passwordExpired: true });
  }),
  /** Enables an account. */
  enable: onAccount(async (session, found) => {
    await session.setEnabled(found, true);
    await requireState(session, found, { enabled: true });
  }),
  /** Disables an account; open connections stay open. */
  disable: onAccount(async (session, found) => {
    await session.setEnabled(found, false);
    await requireState(session, found, { enabled: false });
  }),
  /** Resets the failed logins of an account. */
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

// The server has accepted the statement; its effect is read back.
async function requireState(session: SqlSession, { object }: SqlObject, asked: ObjectState): Promise<void> {
  const { id, name } = object;
  const { object: now } = await requireObject(session, "account", { id, name });
  for (const [state, value] of Object.entries(asked)) {
    if (now.state?.[state as keyof ObjectState] !== value)
      throw new ConnectorError(
        "policy",
        `The server has taken the statement, and "${name}" is not ${state} = ${value}.`,
      );
  }
}

function onAccount(act: (session: SqlSession, found: SqlObject) => Promise<void>) {
  return async (session: SqlSession, { account }: AccountRequest): Promise<void> =>
    act(session, await requireObject(session, "account", account));
}
