import {
  type Call,
  ConnectorError,
  emptyPassword,
  type OperationsPart,
  requireLogin,
  type Secret,
  type Verified,
} from "#connectors/contract/index.ts";

import { change, noticeOf, run } from "./command.ts";
import { EndedLogin } from "./connect.ts";
import { isLocked } from "./lockout.ts";
import { requirePasswd, shadowOf } from "./machine.ts";
import { stateOf } from "./objects.ts";
import { type AccountLogin, asAccount } from "./open-session.ts";
import { promptless, refusedPassword } from "./refused-password.ts";
import type { SshSession } from "./session.ts";

const dayMs = 86_400_000;
const [chpasswdFailed, passwdFailed] = [1, 10];

/** Operations on passwords. */
export const passwordOperations = {
  /** Logs in as the account on a connection of its own; a machine that counts failures counts a wrong password. */
  async verify(session, { account, password }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    return loginAnswer(session, { name, password, signal }, async () => undefined).then(({ verified }) => verified);
  },
  /**
   * Sets a password as administrator; a disabled account stays disabled.
   * @throws strength with the machine's own words
   */
  async resetPassword(session, { account, password, mustChange }, call) {
    const { name } = await requirePasswd(session, account, call.signal);
    const before = await shadowOf(session, name, call.signal);
    await setPassword(session, { name, password }, call);
    // A new password removes the mark that disabled the old one.
    if (before?.passwordLocked) await change(session, ["usermod", "-L", "--", name], call);
    if (mustChange) await change(session, ["chage", "-d", "0", "--", name], call);
  },
  /**
   * Changes a password as its owner, who logs in with the current one. An owner who must change it may do nothing else, and only at
   * a terminal: for such an account the login is the proof, and the administrator sets the password.
   */
  async changePassword(session, { account, current, password }, call) {
    const { signal } = call;
    const { name } = await requirePasswd(session, account, signal);
    refuseLines(password);
    const login = { name, password: current, signal };
    const { verified, result } = await loginAnswer(session, login, async (own, mustChange) => {
      if (mustChange) return undefined;
      return run(own, ["passwd"], {
        signal,
        accept: [passwdFailed],
        input: { secrets: [current, password], write: ([old, fresh]) => `${old}\n${fresh}\n${fresh}\n` },
      });
    });
    requireLogin(verified);
    if (result === undefined) await setPassword(session, { name, password }, call);
    else if (result.code !== 0) throw refusedPassword("passwd", result);
    else noticeOf(promptless(result.stderr), call);
  },
  /** Makes the owner change the password at the next login. */
  async expirePassword(session, { account }, call) {
    const { name } = await requirePasswd(session, account, call.signal);
    await change(session, ["chage", "-d", "0", "--", name], call);
  },
  /** Reverts `expirePassword`: the password counts as changed today. */
  async unexpirePassword(session, { account }, call) {
    const { name } = await requirePasswd(session, account, call.signal);
    if (!(await shadowOf(session, name, call.signal))?.mustChange) return;
    await change(session, ["chage", "-d", String(Math.floor(Date.now() / dayMs)), "--", name], call);
  },
} satisfies OperationsPart<SshSession>;

/**
 * Sets the password of an existing name.
 * @throws strength or policy with the machine's own words
 */
export async function setPassword(
  session: SshSession,
  { name, password }: { readonly name: string; readonly password: Secret },
  call: Pick<Call, "signal" | "notice">,
): Promise<void> {
  refuseLines(password);
  const input = { secrets: [password], write: ([plaintext]: readonly string[]) => `${name}:${plaintext}\n` };
  const result = await change(session, ["chpasswd"], call, { accept: [chpasswdFailed], input });
  if (result.code !== 0) throw refusedPassword("chpasswd", result);
}

async function loginAnswer<T>(
  session: SshSession,
  { name, password, signal }: AccountLogin,
  work: (own: SshSession, mustChange: boolean) => Promise<T>,
): Promise<{ verified: Verified; result?: T }> {
  if (password.isEmpty) return { verified: emptyPassword };
  const shadow = await shadowOf(session, name, signal);
  const state = shadow ? stateOf(shadow, Date.now()) : {};
  const mustChange = state.passwordExpired === true;
  const opened = await asAccount(session, { name, password, signal }, (own) => work(own, mustChange)).catch(
    (error: unknown) => {
      if (error instanceof EndedLogin && state.enabled === false) return { refused: error.message };
      throw error;
    },
  );
  if ("mustChange" in opened) return { verified: { ok: true, mustChange: true } };
  if ("answer" in opened) return { verified: { ok: true, ...(mustChange && { mustChange }) }, result: opened.answer };
  // The message of a refused login is always the same; the administrator can read the reason.
  const message = opened.refused;
  if (state.enabled === false) return { verified: { ok: false, reason: "disabled", message } };
  if (await isLocked(session, name, signal)) return { verified: { ok: false, reason: "locked", message } };
  return { verified: { ok: false, reason: "invalid", message } };
}

// The programs read lines: a line break in the password would begin the line of another account.
function refuseLines(password: Secret): void {
  if (password.use((plaintext) => plaintext === "" || /[\n\r\0]/.test(plaintext)))
    throw new ConnectorError("strength", "A password is not empty and has no line break.");
}
