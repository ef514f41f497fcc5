import { type Call, ConnectorError, type CreateRequest, type TargetObject } from "#connectors/contract/index.ts";

import { change, run } from "./command.ts";
import { requireFreeName } from "./free-names.ts";
import { defaultHome, requireFreeHome } from "./homes.ts";
import { findAccount, readRecords, requireGroup } from "./machine.ts";
import { isUnfinished, makerFlags } from "./makers.ts";
import { accountObject, groupObject } from "./objects.ts";
import { setPassword } from "./passwords.ts";
import type { SshSession } from "./session.ts";
import { requireOrdinaryGroups, requireOrdinaryName } from "./system-groups.ts";
import { flagOf, type Settable, valuesOf } from "./values.ts";

const absent = 6;
const takeBackMs = 20_000;

/**
 * Creates a group.
 * @throws alreadyExists, permission
 */
export async function createGroup(session: SshSession, name: string, call: Call): Promise<TargetObject> {
  requireOrdinaryName(name, session.options);
  const mark = makerFlags(call.operation, { unfinished: false });
  const range = ["-K", `GID_MIN=${session.options.gidMin}`];
  await change(session, ["groupadd", ...range, ...mark, "--", name], call);
  return groupObject(await requireGroup(session, { name }, call.signal));
}

/**
 * Creates an account. It is deleted again if the machine refuses its password, or if useradd could not complete it.
 * @throws alreadyExists, invalidValue, permission, strength, partial
 */
export async function createAccount(
  session: SshSession,
  { name, attributes, password }: CreateRequest,
  call: Call,
): Promise<TargetObject> {
  const { signal, operation } = call;
  const { createHome, uidMin, uidMax } = session.options;
  const given = { home: [defaultHome(session, name)], ...valuesOf(attributes) };
  const choice = Object.entries(given).flatMap(([attr, values]) => flagOf(attr as Settable, values));
  await removeUnfinished(session, name, call);
  const { accounts, groups } = await readRecords(session, signal);
  await requireFreeName(session, { name }, { accounts, groups, signal });
  requireOrdinaryGroups(session, [...(given.group ?? []), ...(given.groups ?? [])], groups);
  await requireFreeHome(session, given.home[0] ?? "", { accounts, signal });
  const range = ["-K", `UID_MIN=${uidMin}`, "-K", `UID_MAX=${uidMax}`];
  const mark = makerFlags(operation, { unfinished: password !== undefined });
  const command = ["useradd", ...range, createHome ? "-m" : "-M", ...mark, ...choice, "--", name] as const;
  try {
    await change(session, command, call);
  } catch (error) {
    // If the home cannot be made, or the disk is full, useradd ends after the account was created.
    if (leavesAccount(error)) await takeBack(session, name, error);
    throw error;
  }
  try {
    if (password) await setPassword(session, { name, password }, call);
  } catch (error) {
    await takeBack(session, name, error);
  }
  const made = await findAccount(session, { name }, signal);
  if (made === undefined)
    throw new ConnectorError("broken", `The account "${name}" was made but is not shown afterwards.`);
  return accountObject(made, Date.now());
}

// The same operation was interrupted between useradd and the password: no one uses its account yet.
async function removeUnfinished(session: SshSession, name: string, call: Call): Promise<void> {
  if (call.operation.sends === 1) return;
  const found = await findAccount(session, { name }, call.signal);
  if (found === undefined || !isUnfinished(found, call.operation.id)) return;
  await change(session, ["userdel", ...homeFlag(session), "--", name], call, { accept: [absent] });
}

const leaving = new Set(["useradd 1", "useradd 10", "useradd 12", "useradd 13", "useradd 14"]);

function leavesAccount(error: unknown): boolean {
  const { code, targetCode } = error as Partial<ConnectorError>;
  return code !== "busy" && targetCode !== undefined && leaving.has(targetCode);
}

function homeFlag({ options }: SshSession): string[] {
  return options.createHome ? ["-r"] : [];
}

async function takeBack(session: SshSession, name: string, reason: unknown): Promise<never> {
  // Without the signal of the call, which may be the reason why the password was not set.
  const signal = AbortSignal.timeout(takeBackMs);
  const command = ["userdel", ...homeFlag(session), "--", name] as const;
  await run(session, command, { signal, accept: [absent] }).catch((cause: unknown) => {
    const words = `The account "${name}" was made and could not be brought to an end: ${reason instanceof Error ? reason.message : ""}`;
    throw new ConnectorError("partial", words, { cause });
  });
  throw reason;
}
