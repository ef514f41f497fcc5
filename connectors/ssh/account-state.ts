import { type Call, ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";

import { change } from "./command.ts";
import { resetFailures } from "./lockout.ts";
import { requirePasswd, shadowOf } from "./machine.ts";
import { stateOf } from "./objects.ts";
import type { ShadowRow } from "./rows.ts";
import type { SshSession } from "./session.ts";

// A day long ago: usermod reads it as "closed", while a locked password alone would still let keys in.
const closedDay = "1";

/** Operations on the states of accounts. */
export const accountStateOperations = {
  /** Disables an account for passwords and keys alike; an earlier expiry date of the account is lost. */
  async disable(session, { account }, call) {
    const { name } = await requirePasswd(session, account, call.signal);
    await change(session, ["usermod", "-L", "-e", closedDay, "--", name], call);
    if (isEnabled(await knownShadow(session, name, call))) throw unchanged(name, "still enabled");
  },
  /**
   * Enables an account, without an expiry date; one without a password gets none.
   * @throws policy if something else keeps the account out
   */
  async enable(session, { account }, call) {
    const { name } = await requirePasswd(session, account, call.signal);
    const before = await knownShadow(session, name, call);
    if (isEnabled(before)) return;
    const unlocked = before.passwordLocked ? ["-U"] : [];
    await change(session, ["usermod", ...unlocked, "-e", "", "--", name], call);
    if (!isEnabled(await knownShadow(session, name, call)))
      throw unchanged(name, "not enabled: its password is older than its inactive period, or bears a mark of its own");
  },
  /** Resets the failed logins; does nothing on a machine that does not count them. */
  async unlock(session, { account }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    await resetFailures(session, name, signal);
  },
} satisfies OperationsPart<SshSession>;

function isEnabled(shadow: ShadowRow): boolean {
  return stateOf(shadow, Date.now()).enabled === true;
}

async function knownShadow(session: SshSession, name: string, { signal }: Pick<Call, "signal">): Promise<ShadowRow> {
  const shadow = await shadowOf(session, name, signal);
  if (shadow !== undefined) return shadow;
  throw new ConnectorError(
    "notSupported",
    `The machine's shadow file tells nothing of "${name}": where the account comes from another source, such as a directory, change it there.`,
  );
}

function unchanged(name: string, words: string): ConnectorError {
  return new ConnectorError(
    "policy",
    `usermod has ended, and "${name}" is ${words}. Reset its password, or look at it on the machine.`,
  );
}
