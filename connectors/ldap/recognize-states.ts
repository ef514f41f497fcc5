import type { Entry } from "ldapts";

import { ConnectorError, type ObjectState } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import type { LdapSession } from "./session.ts";
import { type AccountStates, accountStates, type StateValues } from "./state.ts";

/**
 * Recognizes the method by which a directory locks and disables accounts: the one in the address, otherwise by its vendor or its
 * schema. Returns undefined if there is no sign of any.
 */
export async function recognizeStates(
  { accountState }: LdapOptions,
  root: Entry,
  readSchema: () => Promise<DirectorySchema>,
): Promise<AccountStates | undefined> {
  if (accountState === "none") return undefined;
  if (accountState !== undefined) return accountStates[accountState];
  if (textsOf(root, "vendorName").includes("389 Project")) return accountStates.directoryServer389;
  const schema = await readSchema();
  return Object.values(accountStates).find(({ recognizedBy }) =>
    recognizedBy.every((name) => schema.attribute(name) !== undefined),
  );
}

/**
 * Returns the method by which the session's directory locks and disables accounts.
 * @throws notSupported if none was recognized
 */
export function requireStates({ states }: LdapSession): AccountStates {
  if (states !== undefined) return states;
  throw new ConnectorError(
    "notSupported",
    "This directory has no password policy that is known here: neither its root entry nor its schema names one. If it has one, say which in the address (accountState).",
  );
}

/** Returns the state that changes have written to an entry, which was read with the state attributes; empty without a method. */
export function writtenStateOf({ states }: LdapSession, entry: Parameters<typeof textsOf>[0]): ObjectState {
  return states === undefined ? {} : states.writtenState(valuesOf(states, entry), Date.now());
}

/** Returns the effective state of such an entry by its password policy. Without a policy the states that depend on it are absent. */
export async function stateOfEntry(
  session: LdapSession,
  entry: Parameters<typeof textsOf>[0],
  byPolicy = true,
): Promise<ObjectState> {
  const { states } = session;
  if (states === undefined) return {};
  const policies = byPolicy ? await session.policies(session) : undefined;
  return states.stateOf(valuesOf(states, entry), { nowMs: Date.now(), policies });
}

function valuesOf({ attributes }: AccountStates, entry: Parameters<typeof textsOf>[0]): StateValues {
  return Object.fromEntries(attributes.map((name) => [name, textsOf(entry, name)]));
}
