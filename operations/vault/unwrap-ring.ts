import { defineOperation } from "../kernel/define-operation.ts";

/** Writes the key ring in clear text again, so that it needs no passphrase. */
export const unwrapRing = defineOperation<Record<string, never>, Record<string, never>>({
  name: "vault.unwrap",
  callers: ["engine"],
  audit: { operation: "VKUW" },
  // A file, so outside of the transaction.
  async prepare({ store }) {
    await store.vault.unwrapRing();
  },
  run: () => Promise.resolve({}),
});
