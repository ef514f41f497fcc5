import { Secret } from "#connectors/contract/index.ts";

import type { CredentialSource } from "../proxies/engine/credential-source.ts";
import { managedCredentials } from "../vault/engine/managed-credentials.ts";

const ownColumn: CredentialSource = {
  holds: ({ managedAccountKey }) => managedAccountKey === null,
  async candidates({ store }, { key, password }) {
    const at = { table: "targetSystemCredentials", column: "password", key };
    return [{ key, secret: password === null ? new Secret("") : store.unseal(password, at) }];
  },
};

/** Every place where passwords of credentials lie. */
export const credentialSources: readonly CredentialSource[] = [ownColumn, managedCredentials];
