import { z } from "zod";

import { normalForm } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

/** Schema of a sealed file: its opener, and the sealed content (JWE, RFC 7516), which names the file once more. */
export const sealedForm = z.strictObject({
  gatehouseSealed: z.literal(1),
  id: z.guid(),
  madeAt: z.string(),
  sealedTo: z.union([z.strictObject({ keyFingerprint: z.string() }), z.strictObject({ passphrase: z.literal(true) })]),
  sealed: z.string(),
});

/** A sealed file. */
export type SealedForm = z.infer<typeof sealedForm>;

/** Schema of the content of a sealed file, with the ID of its file, which no one can exchange there. */
export const sealedContent = z.strictObject({ id: z.guid(), content: z.string() });

/** Makes the refusal of a file that cannot be sealed or opened, in words, with the field at fault if a call has one. */
export function refusedFile(message: string, target?: string): ServiceError {
  return new ServiceError("SEALED_FILE_REFUSED", { message, ...(target !== undefined && { target }) });
}

/** Returns the bytes of a passphrase, which are the same on every keyboard. */
export function passphraseBytes(passphrase: string): Uint8Array {
  return new TextEncoder().encode(normalForm(passphrase, "NFC"));
}
