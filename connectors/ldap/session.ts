import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import type { LoginConnection } from "#connectors/ldap-client/login-connection.ts";
import type { SetPasswords } from "#connectors/ldap-client/set-passwords.ts";

import type { LdapOptions } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import type { PasswordPolicies } from "./known-policies.ts";
import type { AccountStates } from "./state.ts";

/** A connection on which the administrator is logged in, with the address and the directory's facts about itself. */
export interface LdapSession extends LdapConnection {
  readonly options: LdapOptions;
  /** Warnings of the directory about the administrator's own password. */
  readonly warnings: readonly string[];
  /** Connection for logins of accounts. */
  readonly logins: LoginConnection;
  /** Method by which the directory locks and disables accounts; absent if none was recognized. */
  readonly states?: AccountStates;
  /** Object identifiers of the controls that the directory offers; one that it refuses nevertheless is removed. */
  readonly controls: Set<string>;
  /** Passwords that were set in this session. */
  readonly setPasswords: SetPasswords;
  /** Part of the directory in which password policies are searched. */
  readonly policyBase: string;
  /** Reads the schema once. */
  schema(): Promise<DirectorySchema>;
  /** Reads the password policies that decide states; undefined if there are none, or none are needed. */
  policies(session: LdapSession): Promise<PasswordPolicies | undefined>;
}
