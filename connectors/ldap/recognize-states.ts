import type { Entry } from "ldapts";

import { ConnectorError, type ObjectState } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import type { LdapSession } from "./session.ts";
import { type AccountStates, accountStates, type StateValues } from "./state.ts";

/**
 * How a directory locks and disables accounts: as the address says, else as the directory says of itself, by its make or
 * by the attributes of its schema. Undefined = it tells nothing of it.
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
 * How the directory of a session locks and disables accounts.
 * @throws notSupported where it tells nothing of it
 */
export function requireStates({ states }: LdapSession): AccountStates {
  if (states !== undefined) return states;
  throw new ConnectorError(
    "notSupported",
    "This directory has no password policy that is known here: neither its root entry nor its schema names one. If it has one, say which in the address (accountState).",
  );
}

/** The state that changes have written to an entry, which was read with the attributes for it; empty where nothing tells of it. */
export function writtenStateOf({ states }: LdapSession, entry: Parameters<typeof textsOf>[0]): ObjectState {
  return states === undefined ? {} : states.writtenState(valuesOf(states, entry), Date.now());
}

/** The state of such an entry by its password policy; without one nothing is told that depends on it. */
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
