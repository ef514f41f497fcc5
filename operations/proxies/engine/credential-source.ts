import type { PasswordCandidate } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Credential of a target system. */
export type CredentialRow = Row<"targetSystemCredentials">;

/** Password of a credential; two during a change, the likelier one first. */
export type PasswordCandidates = readonly [PasswordCandidate] | readonly [PasswordCandidate, PasswordCandidate];

/** Storage of the passwords of credentials. */
export interface CredentialSource {
  /** Reports whether the password of a credential is stored here. */
  holds(credential: CredentialRow): boolean;
  /** Returns the passwords that may work now. */
  candidates(context: CallContext, credential: CredentialRow): Promise<PasswordCandidates>;
  /**
   * Receives the keys with which a proxy of the target opened sessions, including those of other credentials; it may receive a key again.
   */
  opened?(context: CallContext, credential: CredentialRow, keys: readonly string[]): Promise<void>;
}
