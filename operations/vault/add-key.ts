import { defineOperation } from "../kernel/define-operation.ts";

/** Adds a key to the vault, which seals from then on; every process uses it within two seconds. */
export const addKey = defineOperation<Record<string, never>, { readonly kid: string }, string>({
  name: "vault.addKey",
  callers: ["engine"],
  audit: { operation: "VKAD", describe: (_input, output) => (output === undefined ? {} : { ident: output.kid }) },
  // It writes a file, so it runs outside of the transaction. An unrecorded key is recorded by the next process that starts.
  prepare: ({ store }) => store.vault.addKey(),
  async run({ store }, _input, kid) {
    await store.vault.recordKeys();
    return { kid };
  },
});
