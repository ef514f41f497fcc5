import {
  type AccountRequest,
  ConnectorError,
  type OperationsPart,
  requireLogin,
  type ResetPasswordRequest,
  type Secret,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { hashPassword, matchesHash } from "./hash.ts";
import { rowOf } from "./objects.ts";
import type { SqliteSession } from "./session.ts";

interface PasswordRow {
  readonly passwordHash: string | null;
  readonly passwordHistory: string;
  readonly enabled: number;
  readonly locked: number;
  readonly mustChange: number;
}

/** Operations on passwords and on the states of accounts. */
export const passwordOperations = {
  verify,
  /** Compares a password with the stored hash; nothing is counted. */
  async adminVerify(session, { account, password }) {
    const row = readPassword(session, rowOf(session, "account", account).id);
    return answer(row, await matches(password, row.passwordHash));
  },
  /** Sets a password as administrator. */
  resetPassword: (session, request) => storePassword(session, request, request.mustChange ?? false),
  /** Changes a password as its owner. */
  async changePassword(session, request) {
    const tried = await verify(session, { account: request.account, password: request.current });
    if (!tried.ok && tried.reason === "invalid")
      throw new ConnectorError("currentPassword", "The current password is wrong.", { targetCode: "CURRENT_PASSWORD" });
    requireLogin(tried);
    await storePassword(session, request, false);
  },
  /** Makes the owner change the password at the next login. */
  expirePassword: setting("mustChange = 1"),
  /** Reverts `expirePassword`. */
  unexpirePassword: setting("mustChange = 0"),
  /** Enables an account. */
  enable: setting("enabled = 1"),
  /** Disables an account. */
  disable: setting("enabled = 0"),
  /** Resets the failed logins of an account. */
  unlock: setting("locked = 0, failures = 0"),
} satisfies OperationsPart<SqliteSession>;

/** Verifies a password as its owner; failures count and finally lock the account. */
async function verify(session: SqliteSession, { account, password }: VerifyRequest): Promise<Verified> {
  const { id } = rowOf(session, "account", account);
  const row = readPassword(session, id);
  if (row.enabled === 0) return { ok: false, reason: "disabled", message: "The account is disabled." };
  if (row.locked === 1) return { ok: false, reason: "locked", message: "The account is locked." };
  const right = await matches(password, row.passwordHash);
  countLogin(session, id, right);
  return answer(row, right);
}

/**
 * Checks a new password against the rules of the target and hashes it.
 * @throws strength in the target's own words
 */
export async function acceptPassword(
  { options }: SqliteSession,
  password: Secret,
  earlier: readonly string[],
): Promise<string> {
  const length = password.use((plaintext) => [...plaintext].length);
  if (length < options.passwordLengthMin) {
    throw new ConnectorError(
      "strength",
      `The password is too short: at least ${options.passwordLengthMin} characters are needed.`,
      { targetCode: "PASSWORD_TOO_SHORT" },
    );
  }
  for (const hash of earlier) {
    if (await matches(password, hash))
      throw new ConnectorError("strength", "The password was used before.", { targetCode: "PASSWORD_IN_HISTORY" });
  }
  return password.use(hashPassword);
}

async function storePassword(
  session: SqliteSession,
  { account, password }: ResetPasswordRequest,
  mustChange: boolean,
): Promise<void> {
  const { id } = rowOf(session, "account", account);
  const { passwordHash, passwordHistory } = readPassword(session, id);
  const used = [...(passwordHash === null ? [] : [passwordHash]), ...(JSON.parse(passwordHistory) as string[])];
  const earlier = used.slice(0, session.options.passwordHistory);
  const hash = await acceptPassword(session, password, earlier);
  session.database
    .prepare("UPDATE accounts SET passwordHash = ?, passwordHistory = ?, mustChange = ? WHERE id = ?")
    .run(hash, JSON.stringify(earlier), Number(mustChange), id);
}

function readPassword({ database }: SqliteSession, id: number): PasswordRow {
  return database
    .prepare("SELECT passwordHash, passwordHistory, enabled, locked, mustChange FROM accounts WHERE id = ?")
    .get(id) as PasswordRow;
}

async function matches(password: Secret, hash: string | null): Promise<boolean> {
  return hash !== null && password.use((plaintext) => matchesHash(plaintext, hash));
}

function countLogin({ database, options }: SqliteSession, id: number, right: boolean): void {
  if (right) database.prepare("UPDATE accounts SET failures = 0 WHERE id = ? AND failures > 0").run(id);
  else {
    const lock = "CASE WHEN ? > 0 AND failures + 1 >= ? THEN 1 ELSE locked END";
    database
      .prepare(`UPDATE accounts SET locked = ${lock}, failures = failures + 1 WHERE id = ?`)
      .run(options.failuresMax, options.failuresMax, id);
  }
}

function answer(row: PasswordRow, right: boolean): Verified {
  if (!right) return { ok: false, reason: "invalid", message: "The password is wrong." };
  return row.mustChange === 1 ? { ok: true, mustChange: true } : { ok: true };
}

function setting(assignment: string) {
  return async (session: SqliteSession, { account }: AccountRequest): Promise<void> => {
    const { id } = rowOf(session, "account", account);
    session.database.prepare(`UPDATE accounts SET ${assignment} WHERE id = ?`).run(id);
  };
}
