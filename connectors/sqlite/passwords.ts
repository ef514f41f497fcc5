import {
  type AccountRequest,
  type ChangePasswordRequest,
  ConnectorError,
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

/** Tries a password as its owner; wrong ones count and lock the account in the end. */
export async function verify(session: SqliteSession, request: VerifyRequest): Promise<Verified> {
  const { id } = rowOf(session, "account", request.account);
  const row = readPassword(session, id);
  if (row.enabled === 0) return { ok: false, reason: "disabled", message: "The account is disabled." };
  if (row.locked === 1) return { ok: false, reason: "locked", message: "The account is locked." };
  const right = await matches(request.password, row.passwordHash);
  countLogin(session, id, right);
  return answer(row, right);
}

/** Compares a password with the stored hash; nothing is counted. */
export async function adminVerify(session: SqliteSession, request: VerifyRequest): Promise<Verified> {
  const { id } = rowOf(session, "account", request.account);
  const row = readPassword(session, id);
  return answer(row, await matches(request.password, row.passwordHash));
}

/** Sets a password as administrator. */
export async function resetPassword(session: SqliteSession, request: ResetPasswordRequest): Promise<void> {
  await storePassword(session, request, request.mustChange ?? false);
}

/** Changes a password as its owner. */
export async function changePassword(session: SqliteSession, request: ChangePasswordRequest): Promise<void> {
  const tried = await verify(session, { account: request.account, password: request.current });
  if (!tried.ok && tried.reason === "invalid")
    throw new ConnectorError("currentPassword", "The current password is wrong.", { targetCode: "CURRENT_PASSWORD" });
  if (!tried.ok) throw new ConnectorError("policy", tried.message ?? `The account is ${tried.reason}.`);
  await storePassword(session, request, false);
}

/** Makes the owner change the password at the next login. */
export async function expirePassword(session: SqliteSession, request: AccountRequest): Promise<void> {
  setState(session, request, "mustChange = 1");
}

/** Takes `expirePassword` back. */
export async function unexpirePassword(session: SqliteSession, request: AccountRequest): Promise<void> {
  setState(session, request, "mustChange = 0");
}

/** Lets an account log in. */
export async function enable(session: SqliteSession, request: AccountRequest): Promise<void> {
  setState(session, request, "enabled = 1");
}

/** Stops an account from logging in. */
export async function disable(session: SqliteSession, request: AccountRequest): Promise<void> {
  setState(session, request, "enabled = 0");
}

/** Forgets the failed logins of an account. */
export async function unlock(session: SqliteSession, request: AccountRequest): Promise<void> {
  setState(session, request, "locked = 0, failures = 0");
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
  request: ResetPasswordRequest,
  mustChange: boolean,
): Promise<void> {
  const { id } = rowOf(session, "account", request.account);
  const row = readPassword(session, id);
  const used = [
    ...(row.passwordHash === null ? [] : [row.passwordHash]),
    ...(JSON.parse(row.passwordHistory) as string[]),
  ];
  const earlier = used.slice(0, session.options.passwordHistory);
  const hash = await acceptPassword(session, request.password, earlier);
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

function setState(session: SqliteSession, { account }: AccountRequest, assignment: string): void {
  const { id } = rowOf(session, "account", account);
  session.database.prepare(`UPDATE accounts SET ${assignment} WHERE id = ?`).run(id);
}
