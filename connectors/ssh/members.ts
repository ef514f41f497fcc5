import { ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";

import { run } from "./command.ts";
import { findPasswd, requireGroup, requirePasswd } from "./machine.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroup } from "./system-groups.ts";

// `gpasswd -d` ends with it for an account that is no member.
const notMember = 3;

/** The operations on who is in a group. */
export const memberOperations = {
  /** Puts an account into a group; being in it already is success. */
  async addMember(session, { group, member }, { signal }) {
    requireAccount(member.type);
    const to = await requireGroup(session, group, signal);
    const account = await requirePasswd(session, member, signal);
    if (account.gid === to.gid || to.members.includes(account.name)) return;
    requireOrdinaryGroup(session, to, "given");
    await run(session, ["gpasswd", "-a", account.name, to.name], { signal });
  },
  /**
   * Takes an account out of a group; not being in it is success.
   * @throws policy for the account's primary group, which it cannot leave
   */
  async removeMember(session, { group, member }, { signal }) {
    requireAccount(member.type);
    const from = await requireGroup(session, group, signal);
    const account = await findPasswd(session, member, signal);
    if (account === undefined) return;
    if (account.gid === from.gid)
      throw new ConnectorError(
        "policy",
        `"${from.name}" is the primary group of "${account.name}"; change its attribute "group" first.`,
      );
    if (!from.members.includes(account.name)) return;
    requireOrdinaryGroup(session, from, "taken");
    await run(session, ["gpasswd", "-d", account.name, from.name], { signal, accept: [notMember] });
  },
} satisfies OperationsPart<SshSession>;

function requireAccount(type: string): void {
  if (type !== "account") throw new ConnectorError("notSupported", "Groups of a Linux machine hold accounts only.");
}
