import { type Call, ConnectorError, type Member, type OperationsPart } from "#connectors/contract/index.ts";

import { change } from "./command.ts";
import { findPasswd, ourAccounts, passwdByNames, requireGroup, requirePasswd } from "./machine.ts";
import type { GroupRow, PasswdRow } from "./rows.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroup } from "./system-groups.ts";

// Exit codes of `gpasswd -d` for an account that is not a member.
const notMember = [1, 3];

/** Operations on the members of a group. */
export const memberOperations = {
  /** Adds an account to a group; succeeds if it is a member. */
  async addMember(session, { group, member }, call) {
    requireAccount(member.type);
    const to = await requireGroup(session, group, call.signal);
    const account = await requirePasswd(session, member, call.signal);
    if (account.gid === to.gid || to.members.includes(account.name)) return;
    requireOrdinaryGroup(session, to, "given");
    await change(session, ["gpasswd", "-a", account.name, to.name], call);
    await requireMembership(session, { group: to, account, present: true }, call);
  },
  /**
   * Removes an account from a group; succeeds if it is not a member.
   * @throws policy for the account's primary group, which it cannot leave
   */
  async removeMember(session, { group, member }, call) {
    requireAccount(member.type);
    const from = await requireGroup(session, group, call.signal);
    const account = await findPasswd(session, member, call.signal);
    if (account === undefined) return;
    if (account.gid === from.gid)
      throw new ConnectorError(
        "policy",
        `"${from.name}" is the primary group of "${account.name}"; change its attribute "group" first.`,
      );
    if (!from.members.includes(account.name)) return;
    requireOrdinaryGroup(session, from, "taken");
    await change(session, ["gpasswd", "-d", account.name, from.name], call, { accept: notMember });
    await requireMembership(session, { group: from, account, present: false }, call);
  },
} satisfies OperationsPart<SshSession>;

function requireAccount(type: string): void {
  if (type !== "account") throw new ConnectorError("notSupported", "Groups of a Linux machine hold accounts only.");
}

interface Membership {
  readonly group: GroupRow;
  readonly account: PasswdRow;
  readonly present: boolean;
}

// gpasswd changes the machine's own files; on a group of another source it has no effect.
async function requireMembership(
  session: SshSession,
  { group, account, present }: Membership,
  { signal }: Pick<Call, "signal">,
): Promise<void> {
  const { members } = await requireGroup(session, { id: String(group.gid), name: group.name }, signal);
  if (members.includes(account.name) === present) return;
  throw new ConnectorError(
    "policy",
    `gpasswd has ended, and "${account.name}" is ${present ? "not" : "still"} in "${group.name}". Where the group comes from another source than /etc/group, change it there.`,
  );
}

/**
 * Returns the members of groups, by the groups' ids: the accounts in their lines and those whose primary group it is. An account in
 * a line that the machine does not list is looked up by name; some directories hide their accounts.
 */
export async function membersOf(
  session: SshSession,
  { groups, accounts }: { readonly groups: readonly GroupRow[]; readonly accounts: readonly PasswdRow[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly Member[]>> {
  const listed = new Set(accounts.map(({ name }) => name));
  const unlisted = [...new Set(groups.flatMap(({ members }) => members))].filter((name) => !listed.has(name));
  const found = await passwdByNames(session, unlisted, signal);
  const ours = ourAccounts(session, [...accounts, ...found]);
  const byUid = new Map(ours.map((row) => [row.uid, row]));
  // Another name of the same id is the same account.
  const byName = new Map([...accounts, ...found].toReversed().map((row) => [row.name, byUid.get(row.uid)]));
  const byGroup = new Map<number, PasswdRow[]>();
  for (const row of ours) byGroup.set(row.gid, [...(byGroup.get(row.gid) ?? []), row]);
  return new Map(
    groups.map(({ gid, members }) => {
      const rows = new Set([...members.flatMap((name) => byName.get(name) ?? []), ...(byGroup.get(gid) ?? [])]);
      return [gid, [...rows].toSorted((one, other) => one.uid - other.uid).map(memberOf)];
    }),
  );
}

function memberOf({ uid, name }: PasswdRow): Member {
  return { type: "account", id: String(uid), name };
}
