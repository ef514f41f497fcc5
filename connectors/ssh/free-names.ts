import { ConnectorError } from "#connectors/contract/index.ts";

import { passwdByNames, type Records } from "./machine.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryName } from "./system-groups.ts";

interface WantedName {
  readonly name: string;
  /** Primary group of the account that gets the name; absent if the account does not exist yet. */
  readonly gid?: number;
}

/**
 * Throws unless a name is free for an account. No account may have it, even one that the machine finds but does not list. No group
 * may have it, because the account would look like its owner and could take the group along when it is deleted. No line of a group
 * may list it, because the account would become a member that no one has requested.
 * @throws alreadyExists, permission, policy
 */
export async function requireFreeName(
  session: SshSession,
  { name, gid }: WantedName,
  { accounts, groups, signal }: Records & { readonly signal: AbortSignal },
): Promise<void> {
  requireOrdinaryName(name, session.options);
  const taken = accounts.some((row) => row.name === name) || (await passwdByNames(session, [name], signal)).length > 0;
  if (taken) throw new ConnectorError("alreadyExists", `The machine has an account "${name}".`);
  const group = groups.find((row) => row.name === name);
  if (group !== undefined && group.gid !== gid)
    throw new ConnectorError("alreadyExists", `The machine has a group "${name}".`);
  const waiting = groups.filter(({ members }) => members.includes(name)).map((row) => row.name);
  if (waiting.length > 0)
    throw new ConnectorError(
      "policy",
      `An account "${name}" would be a member of ${waiting.join(", ")} at once: the line of the group still names one who had the name before. Take the name out of it first.`,
    );
}
