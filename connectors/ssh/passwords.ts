import {
  type AccountRequest,
  type Call,
  type ChangePasswordRequest,
  ConnectorError,
  emptyPassword,
  type ResetPasswordRequest,
  type Secret,
  type Verified,
  type VerifyRequest,
} from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import type { CommandResult } from "./exit-codes.ts";
import { isLocked } from "./lockout.ts";
import { requirePasswd, shadowOf } from "./machine.ts";
import { stateOf } from "./objects.ts";
import { asAccount } from "./open-session.ts";
import type { SshSession } from "./session.ts";

const dayMs = 86_400_000;
const [chpasswdFailed, passwdFailed] = [1, 10];

/** Logs in as the account on a connection of its own; the machine counts a wrong password where it counts at all. */
export async function verify(
  session: SshSession,
  { account, password }: VerifyRequest,
  { signal }: Call,
): Promise<Verified> {
  const { name } = await requirePasswd(session, account, signal);
  return loginAnswer(session, { name, password, signal }, async () => undefined).then(({ verified }) => verified);
}

/**
 * Sets a password as administrator; an account that was disabled stays so.
 * @throws strength with the machine's own words
 */
export async function resetPassword(
  session: SshSession,
  { account, password, mustChange }: ResetPasswordRequest,
  { signal }: Call,
): Promise<void> {
  const { name } = await requirePasswd(session, account, signal);
  const before = await shadowOf(session, name, signal);
  await setPassword(session, name, password, signal);
  // A new password takes the mark off that kept the old one from being used.
  if (before?.passwordLocked) await run(session, ["usermod", "-L", "--", name], { signal });
  if (mustChange) await run(session, ["chage", "-d", "0", "--", name], { signal });
}

/**
 * Changes a password as its owner, who logs in with the current one. One who must change it is let in for nothing else,
 * and only at a terminal; for such an account the login is the proof and the administrator sets the password.
 */
export async function changePassword(
  session: SshSession,
  { account, current, password }: ChangePasswordRequest,
  { signal }: Call,
): Promise<void> {
  const { name } = await requirePasswd(session, account, signal);
  refuseLines(password);
  const { verified, result } = await loginAnswer(
    session,
    { name, password: current, signal },
    async (own, mustChange) => {
      if (mustChange) return undefined;
      return run(own, ["passwd"], {
        signal,
        accept: [passwdFailed],
        input: { secrets: [current, password], write: ([old, fresh]) => `${old}\n${fresh}\n${fresh}\n` },
      });
    },
  );
  if (!verified.ok) {
    const code = verified.reason === "invalid" ? "currentPassword" : "policy";
    throw new ConnectorError(code, verified.message ?? `The account is ${verified.reason}.`);
  }
  if (result === undefined) await setPassword(session, name, password, signal);
  else if (result.code !== 0) throw refusedPassword("passwd", result);
}

/** Makes the owner change the password at the next login. */
export async function expirePassword(
  session: SshSession,
  { account }: AccountRequest,
  { signal }: Call,
): Promise<void> {
  const { name } = await requirePasswd(session, account, signal);
  await run(session, ["chage", "-d", "0", "--", name], { signal });
}

/** Takes `expirePassword` back: the password counts as changed today. */
export async function unexpirePassword(
  session: SshSession,
  { account }: AccountRequest,
  { signal }: Call,
): Promise<void> {
  const { name } = await requirePasswd(session, account, signal);
  if (!(await shadowOf(session, name, signal))?.mustChange) return;
  await run(session, ["chage", "-d", String(Math.floor(Date.now() / dayMs)), "--", name], { signal });
}

/**
 * Sets the password of a name that is known to exist.
 * @throws strength or policy with the machine's own words
 */
export async function setPassword(
  session: SshSession,
  name: string,
  password: Secret,
  signal: AbortSignal,
): Promise<void> {
  refuseLines(password);
  const input = { secrets: [password], write: ([plaintext]: readonly string[]) => `${name}:${plaintext}\n` };
  const result = await run(session, ["chpasswd"], { signal, accept: [chpasswdFailed], input });
  if (result.code !== 0) throw refusedPassword("chpasswd", result);
}

interface Login {
  readonly name: string;
  readonly password: Secret;
  readonly signal: AbortSignal;
}

async function loginAnswer<T>(
  session: SshSession,
  login: Login,
  work: (own: SshSession, mustChange: boolean) => Promise<T>,
): Promise<{ verified: Verified; result?: T }> {
  const { name, password, signal } = login;
  if (password.isEmpty) return { verified: emptyPassword };
  const shadow = await shadowOf(session, name, signal);
  const state = shadow ? stateOf(shadow, Date.now()) : {};
  const mustChange = state.passwordExpired === true;
  const opened = await asAccount(session, { name, password, signal }, (own) => work(own, mustChange));
  if ("answer" in opened) return { verified: { ok: true, ...(mustChange && { mustChange }) }, result: opened.answer };
  // A login is refused in the same words whatever the reason is; the administrator can see more.
  const message = opened.refused;
  if (state.enabled === false) return { verified: { ok: false, reason: "disabled", message } };
  if (await isLocked(session, name, signal)) return { verified: { ok: false, reason: "locked", message } };
  return { verified: { ok: false, reason: "invalid", message } };
}

// What the rules of PAM say comes before the line by which the program itself gives up.
function refusedPassword(program: string, { code, stderr }: CommandResult): ConnectorError {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^(?:(?:Current|New|Retype new) password: )+/, "").trim());
  const rule = lines.find((line) => /^BAD PASSWORD|already (?:been )?used|too (?:simple|short|similar)/i.test(line));
  const targetCode = `${program} ${code}`;
  if (rule !== undefined) return new ConnectorError("strength", rule, { targetCode });
  const words = lines.filter((line) => line !== "").join("\n") || `${program} ended with ${code}.`;
  return new ConnectorError(/^sudo: |Permission denied/m.test(stderr) ? "permission" : "policy", words, { targetCode });
}

// The programs read lines: a break within would begin the line of another account.
function refuseLines(password: Secret): void {
  if (password.use((plaintext) => plaintext === "" || /[\n\r\0]/.test(plaintext)))
    throw new ConnectorError("strength", "A password is not empty and has no line break.");
}
