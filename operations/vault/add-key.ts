import { defineOperation } from "../kernel/define-operation.ts";

/** Adds a key to the vault, which seals from then on; every process takes it within two seconds. */
export const addKey = defineOperation<Record<string, never>, { readonly kid: string }, string>({
  name: "vault.addKey",
  callers: ["engine"],
  audit: { operation: "VKAD", describe: (_input, output) => (output === undefined ? {} : { ident: output.kid }) },
  // A file, so outside of the transaction. A key that nobody has recorded is recorded by the next process that starts.
  prepare: ({ store }) => store.vault.addKey(),
  async run({ store }, _input, kid) {
    await store.vault.recordKeys();
    return { kid };
  },
});
