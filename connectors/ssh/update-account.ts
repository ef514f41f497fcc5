import { type Call, ConnectorError, type Delta, type ObjectRef } from "#connectors/contract/index.ts";

import { change } from "./command.ts";
import { requireFreeName } from "./free-names.ts";
import { homeMove } from "./homes.ts";
import { type Account, findAccount, isNumberToPrograms, readRecords, type Records, requireOnlyOne } from "./machine.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroups } from "./system-groups.ts";
import { flagOf, flags, type Settable, valuesAfter } from "./values.ts";

/** Requested changes to an account. */
interface Wanted {
  /** New name; absent to keep the name. */
  readonly newName?: string | undefined;
  readonly deltas: readonly Delta[];
}

type Values = Readonly<Record<Settable, readonly string[]>>;

/**
 * Changes an account with one run of usermod and compares the result with the request.
 * @throws invalidValue, alreadyExists, permission, policy, partial
 */
export async function updateAccount(
  session: SshSession,
  account: Account,
  { newName, deltas }: Wanted,
  call: Call,
): Promise<ObjectRef> {
  const { name, uid, gid } = account.passwd;
  const before = valuesOf(account);
  const after: Record<Settable, readonly string[]> = { ...before };
  for (const delta of deltas) after[delta.attr as Settable] = valuesAfter(after[delta.attr as Settable], delta);
  const changed = (Object.keys(flags) as Settable[]).filter((attr) => !isSame(after[attr], before[attr]));
  const renamed = newName !== undefined && newName !== name;
  const ref = { id: String(uid), name: newName ?? name };
  if (changed.length === 0 && !renamed) return ref;
  const records = await readRecords(session, call.signal);
  requireOnlyOne(account.passwd, records.accounts, (row) => row.uid);
  const choice = await choiceOf(session, { account, before, after, changed }, { ...records, signal: call.signal });
  if (renamed) await requireFreeName(session, { name: newName, gid }, { ...records, signal: call.signal });
  await change(session, ["usermod", ...choice, ...(renamed ? ["-l", newName] : []), "--", name], call);
  const now = await findAccount(session, ref, call.signal);
  const left = [
    ...changed.filter((attr) => now === undefined || !hasCome(attr, { before, after, now: valuesOf(now) })),
    ...(now?.passwd.name === ref.name ? [] : ["name"]),
  ];
  if (left.length > 0) throw notCome(name, left);
  return ref;
}

function valuesOf({ passwd, primary, groups }: Account): Values {
  return { gecos: [passwd.gecos], home: [passwd.home], shell: [passwd.shell], group: [primary], groups };
}

// An attribute without a value is an empty field on the machine.
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join(",") === other.toSorted().join(",");
}

// Group changes made by others meanwhile are not part of the request.
function hasCome(
  attr: Settable,
  { before, after, now }: Readonly<Record<"before" | "after" | "now", Values>>,
): boolean {
  if (attr !== "groups") return isSame(now[attr], after[attr]);
  const isIn = (name: string): boolean => now.groups.includes(name);
  return differing(before.groups, after.groups).every((name) => isIn(name) === after.groups.includes(name));
}

interface Change {
  readonly account: Account;
  readonly before: Values;
  readonly after: Values;
  readonly changed: readonly Settable[];
}

async function choiceOf(
  session: SshSession,
  { account, before, after, changed }: Change,
  { accounts, groups, signal }: Records & { readonly signal: AbortSignal },
): Promise<string[]> {
  const choice = changed.flatMap((attr) =>
    attr === "groups" ? groupFlags(before.groups, after.groups) : flagOf(attr, after[attr]),
  );
  const primary = changed.includes("group") ? after.group : [];
  requireOrdinaryGroups(session, [...primary, ...differing(before.groups, after.groups)], groups);
  if (!changed.includes("home")) return choice;
  const way = await homeMove(session, { account: account.passwd, home: after.home[0] ?? "" }, { accounts, signal });
  return way === "move" ? [...choice, "-m"] : choice;
}

// If groups are only added, all others stay as they are at that moment; otherwise usermod sets the whole list.
function groupFlags(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((name) => !before.includes(name));
  if (before.every((name) => after.includes(name))) return ["-a", ...flagOf("groups", added)];
  const numbers = after.filter((name) => before.includes(name) && isNumberToPrograms(name));
  if (numbers.length === 0) return flagOf("groups", after);
  throw new ConnectorError(
    "notSupported",
    `The account is in the group "${numbers.join()}", whose name usermod would read as an id. Take the account out of groups one by one.`,
  );
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  return [...after.filter((name) => !before.includes(name)), ...before.filter((name) => !after.includes(name))];
}

function notCome(name: string, attributes: readonly string[]): ConnectorError {
  return new ConnectorError(
    "partial",
    `usermod has ended, and ${attributes.join(", ")} of "${name}" is not what was asked. A cache of the machine (nscd, sssd) may lag behind; otherwise look at the account there.`,
  );
}
