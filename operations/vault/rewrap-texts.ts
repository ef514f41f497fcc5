import type { VaultPage } from "#store/vault.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { vaultPlace } from "./engine/vault-place.ts";

/** Wraps a page of sealed texts with the current key. No secret becomes another one, so only refusals are audited. */
export const rewrapTexts = defineOperation({
  name: "vault.rewrap",
  input: vaultPlace,
  callers: ["engine"],
  audit: { operation: "VKRW", when: "refusalOnly" },
  run: ({ store }, from): Promise<VaultPage> => store.vault.rewrap(from),
});
