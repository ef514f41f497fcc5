import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import type { LoginConnection } from "#connectors/ldap-client/login-connection.ts";
import type { SetPasswords } from "#connectors/ldap-client/set-passwords.ts";

import type { LdapOptions } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import type { PasswordPolicies } from "./known-policies.ts";
import type { AccountStates } from "./state.ts";

/** A connection on which the administrator is logged in, what the address says, and what the directory says of itself. */
export interface LdapSession extends LdapConnection {
  readonly options: LdapOptions;
  /** What the directory has said of the administrator's own password. */
  readonly warnings: readonly string[];
  /** Where accounts log in. */
  readonly logins: LoginConnection;
  /** How it locks and disables accounts; absent = it tells nothing of it. */
  readonly states?: AccountStates;
  /** The controls that it offers, by their object identifiers; one that it refuses all the same is taken out. */
  readonly controls: Set<string>;
  /** Which passwords were set on it. */
  readonly setPasswords: SetPasswords;
  /** The part of the directory in which its password policies are looked for. */
  readonly policyBase: string;
  /** Reads the schema, once. */
  schema(): Promise<DirectorySchema>;
  /** Reads the password policies by which states are judged; undefined where there are none, or none are needed. */
  policies(session: LdapSession): Promise<PasswordPolicies | undefined>;
}
