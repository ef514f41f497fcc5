import {
  type Call,
  ConnectorError,
  newNameOf,
  type OperationsPart,
  requireAccountOrGroup,
  requireFound,
} from "#connectors/contract/index.ts";

import { change, noticeOf } from "./command.ts";
import { createAccount, createGroup } from "./create.ts";
import { mayRemoveHome } from "./homes.ts";
import { findAccount, findGroup, findPasswd, holds, noAccount, readRecords, requireGroup } from "./machine.ts";
import { checkName } from "./names.ts";
import { checkAttributes } from "./objects.ts";
import type { PasswdRow } from "./rows.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroup, requireOrdinaryName } from "./system-groups.ts";
import { updateAccount } from "./update-account.ts";

// Exit codes of userdel and groupdel: no such account or group; the account is deleted, but its home could not be.
const [absent, homeLeft] = [6, 12];

/** Operations that change objects. */
export const writeOperations = {
  /** Creates an account or group. An account whose password the machine refuses is deleted again. */
  async create(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    checkName(request.name);
    checkAttributes(type, Object.keys(request.attributes));
    return type === "group" ? createGroup(session, request.name, call) : createAccount(session, request, call);
  },
  /** Applies all deltas or none, in one run of usermod or groupmod, and verifies the result. */
  async update(session, { type, ref, deltas }, call) {
    const renames = deltas.filter(({ attr }) => attr === "name");
    const newName = renames.length === 0 ? undefined : newNameOf(renames);
    if (newName !== undefined) checkName(newName);
    const others = deltas.filter(({ attr }) => attr !== "name");
    const names = others.map(({ attr }) => attr);
    if (requireAccountOrGroup(type, holds) === "account") {
      const account = requireFound(await findAccount(session, ref, call.signal), noAccount(ref));
      checkAttributes("account", names);
      return updateAccount(session, account, { newName, deltas: others }, call);
    }
    const group = await requireGroup(session, ref, call.signal);
    checkAttributes("group", names);
    const { name, gid } = group;
    const object = { id: String(gid), name: newName ?? name };
    if (newName === undefined || newName === name) return object;
    requireOrdinaryGroup(session, group, "renamed");
    requireOrdinaryName(newName, session.options);
    await change(session, ["groupmod", "-n", newName, "--", name], call);
    const after = await findGroup(session, object, call.signal);
    if (after?.name !== newName) throw notGone("groupmod", name, "keeps its name");
    return object;
  },
  /** Deletes an account or group; succeeds if it is absent. */
  async delete(session, { type, ref }, call) {
    if (requireAccountOrGroup(type, holds) === "group") {
      const group = await findGroup(session, ref, call.signal);
      if (group === undefined) return;
      requireOrdinaryGroup(session, group, "deleted");
      await change(session, ["groupdel", "--", group.name], call, { accept: [absent] });
      const left = await findGroup(session, { id: String(group.gid), name: group.name }, call.signal);
      if (left?.name === group.name) throw notGone("groupdel", group.name, "is still there");
      return;
    }
    const account = await findPasswd(session, ref, call.signal);
    if (account !== undefined) await deleteAccount(session, account, call);
  },
} satisfies OperationsPart<SshSession>;

async function deleteAccount(session: SshSession, account: PasswdRow, call: Call): Promise<void> {
  const { signal } = call;
  const { name } = account;
  const { accounts } = await readRecords(session, signal);
  const withHome = session.options.removeHome && (await mayRemoveHome(session, account, { accounts, signal }));
  const command = ["userdel", ...(withHome ? ["-r"] : []), "--", name] as const;
  const { code, stderr } = await change(session, command, call, { accept: [absent, homeLeft] });
  const left = await findPasswd(session, { id: String(account.uid), name }, signal);
  if (left?.name === name) throw notGone("userdel", name, "is still there");
  // The account is deleted, so a retry would not find the home again.
  if (code === homeLeft) noticeOf(stderr, call);
}

// The programs change only the machine's own files, and may report nothing about an object of another source.
function notGone(program: string, name: string, words: string): ConnectorError {
  return new ConnectorError(
    "policy",
    `${program} has ended, and "${name}" ${words}. Where it comes from another source than the machine's own files, such as a directory, change it there.`,
  );
}
