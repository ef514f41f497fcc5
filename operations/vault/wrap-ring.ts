import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { RingPassphraseError } from "#platform/keys/ring-passphrase.ts";

import { defineOperation } from "../kernel/define-operation.ts";

interface Wrapped {
  /** Where the passphrase came from, in words. */
  readonly origin: string;
}

/**
 * Wraps the key ring by the passphrase of the settings, or by that of another file which is to take its place.
 * @throws VAULT_PASSPHRASE_UNUSABLE
 */
export const wrapRing = defineOperation<{ passphraseFile?: string | undefined }, Wrapped, Wrapped>({
  name: "vault.wrap",
  input: z.strictObject({ passphraseFile: z.string().optional() }),
  callers: ["engine"],
  audit: { operation: "VKWR", describe: (_input, output) => (output === undefined ? {} : { message: output.origin }) },
  // A file, so outside of the transaction.
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
