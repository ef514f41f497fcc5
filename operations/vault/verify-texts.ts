import type { VaultPage } from "#store/vault.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { vaultPlace } from "./engine/vault-place.ts";

/** Opens a page of sealed texts, and tells which of them do not open. */
export const verifyTexts = defineOperation({
  name: "vault.verify",
  kind: "read",
  input: vaultPlace,
  callers: ["engine"],
  audit: { operation: "VKLS", when: "refusalOnly" },
  run: ({ store }, from): Promise<VaultPage> => store.vault.verify(from),
});
