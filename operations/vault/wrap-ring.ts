import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { RingPassphraseError } from "#platform/keys/ring-passphrase.ts";

import { defineOperation } from "../kernel/define-operation.ts";

interface Wrapped {
  /** Source of the passphrase, in words. */
  readonly origin: string;
}

/**
 * Wraps the key ring with the passphrase of the settings, or with that of another file that replaces it.
 * @throws VAULT_PASSPHRASE_UNUSABLE
 */
export const wrapRing = defineOperation<{ passphraseFile?: string | undefined }, Wrapped, Wrapped>({
  name: "vault.wrap",
  input: z.strictObject({ passphraseFile: z.string().optional() }),
  callers: ["engine"],
  audit: { operation: "VKWR", describe: (_input, output) => (output === undefined ? {} : { message: output.origin }) },
  // It writes a file, so it runs outside of the transaction.
  async prepare({ store }, { passphraseFile }) {
    try {
      return { origin: await store.vault.wrapRing(passphraseFile) };
    } catch (error) {
      if (!(error instanceof RingPassphraseError)) throw error;
      throw new ServiceError("VAULT_PASSPHRASE_UNUSABLE", { message: error.message });
    }
  },
  run: (_context, _input, wrapped) => Promise.resolve(wrapped),
});
