import type { Entry } from "ldapts";

import { ConnectorError, type ObjectState } from "#connectors/contract/index.ts";
import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import type { LdapSession } from "./session.ts";
import { type AccountStates, accountStates } from "./state.ts";

/**
 * How a directory locks and disables accounts: as the address says, else as the directory says of itself, by its make or
 * by the attributes of its schema. Undefined = it tells nothing of it.
 */
export async function recognizeStates(
  connection: LdapConnection,
  { accountState }: LdapOptions,
  root: Entry,
): Promise<AccountStates | undefined> {
  if (accountState === "none") return undefined;
  if (accountState !== undefined) return accountStates[accountState];
  if (textsOf(root, "vendorName").includes("389 Project")) return accountStates.directoryServer389;
  const [dn] = textsOf(root, "subschemaSubentry");
  const schema = dn === undefined ? undefined : await entryAt(connection, dn, ["attributeTypes"]);
  const types = (schema === undefined ? [] : textsOf(schema, "attributeTypes")).join("\n");
  return Object.values(accountStates).find(({ attributes }) =>
    attributes.every((name) => new RegExp(`\\bNAME[ (]+[^)]*'${name}'`, "i").test(types)),
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

/** The state of an entry that was read with the attributes of its directory's states; empty where nothing tells of it. */
export function stateOfEntry({ states }: LdapSession, entry: Parameters<typeof textsOf>[0]): ObjectState {
  if (states === undefined) return {};
  return states.stateOf(Object.fromEntries(states.attributes.map((name) => [name, textsOf(entry, name)])), Date.now());
}
