import type { PasswordCandidate } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** A login of a target system. */
export type CredentialRow = Row<"targetSystemCredentials">;

/** The password of a login; two while it is being changed, the likelier one first. */
export type PasswordCandidates = readonly [PasswordCandidate] | readonly [PasswordCandidate, PasswordCandidate];

/** Where passwords of credentials lie. */
export interface CredentialSource {
  /** Whether the password of a credential lies here. */
  holds(credential: CredentialRow): boolean;
  /** What may open the login now. */
  candidates(context: CallContext, credential: CredentialRow): Promise<PasswordCandidates>;
  /** Hears of every key by which a proxy of the target says that it has opened a login, also of others'; it may hear it again. */
  opened?(context: CallContext, credential: CredentialRow, keys: readonly string[]): Promise<void>;
}
