import type { OperationsPart } from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { resetFailures } from "./lockout.ts";
import { requirePasswd, shadowOf } from "./machine.ts";
import { stateOf } from "./objects.ts";
import type { SshSession } from "./session.ts";

// A day long gone: usermod reads it as "closed", while a locked password alone would let keys in.
const closedDay = "1";

/** The operations on the states of accounts. */
export const accountStateOperations = {
  /** Stops an account, for passwords and keys alike; an end of the account that was set before is lost. */
  async disable(session, { account }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    await run(session, ["usermod", "-L", "-e", closedDay, "--", name], { signal });
  },
  /** Opens an account again, without an end; one that has no password gets none by it. */
  async enable(session, { account }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    const shadow = await shadowOf(session, name, signal);
    if (shadow === undefined || stateOf(shadow, Date.now()).enabled) return;
    const unlocked = shadow.passwordLocked ? ["-U"] : [];
    await run(session, ["usermod", ...unlocked, "-e", "", "--", name], { signal });
  },
  /** Forgets the failed logins; where the machine does not count them no account is locked by them. */
  async unlock(session, { account }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    await resetFailures(session, name, signal);
  },
} satisfies OperationsPart<SshSession>;
