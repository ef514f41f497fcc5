import type { KeyFacts } from "#platform/keys/key-ring-file.ts";
import type { SealedCount } from "#store/vault.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** The keys of the vault and what each has sealed. */
export interface VaultStatus {
  /** True where only a passphrase opens the key ring. */
  readonly wrapped: boolean;
  /** The oldest first. */
  readonly keys: readonly KeyFacts[];
  readonly counts: readonly SealedCount[];
}

/** Lists the keys of the vault with the number of texts that each has sealed; it reveals nothing of keys and texts. */
export const vaultStatus = defineOperation<Record<string, never>, VaultStatus>({
  name: "vault.status",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "VKLS", when: "refusalOnly" },
  run: async ({ store: { vault } }) => ({
    wrapped: vault.isWrapped(),
    keys: vault.keys(),
    counts: await vault.counts(),
  }),
});
