import { CompactEncrypt } from "jose";

import type { Secret } from "#connectors/contract/index.ts";
import { filePassphraseMinCharacters, filePassphraseRounds } from "#domain/sealed-file-limits.ts";

import { algorithmOf, keyFingerprint, recipientKey } from "./reader-keys.ts";
import { passphraseBytes, refusedFile, type SealedForm } from "./sealed-form.ts";

/** Reader of a sealed file: the holder of a private key, by its public key, or of a passphrase. */
export type FileReader = { readonly publicKey: string } | { readonly passphrase: Secret };

/** Content of a file before it is sealed. */
export interface FileContent {
  readonly id: string;
  readonly madeAt: string;
  readonly content: Secret;
}

const enc = "A256GCM";

/**
 * Seals a content for one reader; without the private key or the passphrase nothing of it can be read.
 * @throws SEALED_FILE_REFUSED if the passphrase is too short, or nothing can be sealed to the key
 */
export async function sealForReader({ id, madeAt, content }: FileContent, reader: FileReader): Promise<SealedForm> {
  const plaintext = new TextEncoder().encode(JSON.stringify({ id, content: content.use((text) => text) }));
  const { sealedTo, sealed } =
    "publicKey" in reader ? await toKey(plaintext, reader.publicKey) : await toPassphrase(plaintext, reader.passphrase);
  return { gatehouseSealed: 1, id, madeAt, sealedTo, sealed };
}

type Sealed = Pick<SealedForm, "sealedTo" | "sealed">;

async function toKey(plaintext: Uint8Array, publicKey: string): Promise<Sealed> {
  const key = recipientKey(publicKey, (message) => refusedFile(message, "publicKey"));
  const header = { alg: algorithmOf(key) ?? "", enc };
  const sealed = await new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(key);
  return { sealedTo: { keyFingerprint: await keyFingerprint(key) }, sealed };
}

async function toPassphrase(plaintext: Uint8Array, passphrase: Secret): Promise<Sealed> {
  if (passphrase.use((text) => [...text.trim()].length) < filePassphraseMinCharacters) {
    throw refusedFile(
      `The passphrase must have at least ${filePassphraseMinCharacters} characters. Use a longer one, of several words.`,
      "passphrase",
    );
  }
  const sealed = await new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: "PBES2-HS512+A256KW", enc })
    .setKeyManagementParameters({ p2c: filePassphraseRounds })
    .encrypt(passphrase.use(passphraseBytes));
  return { sealedTo: { passphrase: true }, sealed };
}
