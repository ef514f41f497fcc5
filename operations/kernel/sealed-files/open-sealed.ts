import type { KeyObject } from "node:crypto";

import { compactDecrypt, type CompactDecryptResult } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import { filePassphraseRounds } from "#domain/sealed-file-limits.ts";

import { keyFingerprint, recipientPrivateKey } from "./reader-keys.ts";
import { passphraseBytes, refusedFile, sealedContent, type SealedForm, sealedForm } from "./sealed-form.ts";

/** Opener of a sealed file: the private key of its reader, with the passphrase of that key if it has one, or the passphrase of the file. */
export type FileOpener =
  | { readonly privateKey: Secret; readonly keyPassphrase?: Secret | undefined }
  | { readonly passphrase: Secret };

/** Opened file. */
export interface OpenedFile {
  readonly id: string;
  readonly madeAt: string;
  readonly content: Secret;
}

/**
 * Parses a sealed file, to learn by what it opens.
 * @throws SEALED_FILE_REFUSED if it is none
 */
export function readSealed(name: string, text: string): SealedForm {
  try {
    return sealedForm.parse(JSON.parse(text));
  } catch {
    throw refusedFile(`${name} is no sealed file of passwords, or is damaged.`);
  }
}

/**
 * Opens a sealed file, without any installation.
 * @throws SEALED_FILE_REFUSED with the fault
 */
export async function openSealed(name: string, form: SealedForm, opener: FileOpener): Promise<OpenedFile> {
  const { id, madeAt, sealedTo } = form;
  const isByPassphrase = "passphrase" in sealedTo;
  const { plaintext } =
    "passphrase" in opener
      ? await byPassphrase(name, form, opener.passphrase)
      : await byKey(name, form, await keyOf(form, opener));
  const opened = sealedContent.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
  if (!opened.success || opened.data.id !== id) throw damaged(name, isByPassphrase);
  return { id, madeAt, content: new Secret(opened.data.content) };
}

async function keyOf(
  { sealedTo }: SealedForm,
  { privateKey, keyPassphrase }: { readonly privateKey: Secret; readonly keyPassphrase?: Secret | undefined },
): Promise<KeyObject> {
  if (!("keyFingerprint" in sealedTo))
    throw refusedFile("The file is sealed by a passphrase: leave out --key, and type the passphrase.");
  const key = privateKey.use((text) => recipientPrivateKey(text, keyPassphrase, refusedFile));
  const fingerprint = await keyFingerprint(key);
  if (fingerprint === sealedTo.keyFingerprint) return key;
  throw refusedFile(
    `The file is sealed to the key ${sealedTo.keyFingerprint}, and this is the key ${fingerprint}. Give the private key of the former.`,
  );
}

async function byKey(name: string, { sealed }: SealedForm, key: KeyObject): Promise<CompactDecryptResult> {
  try {
    return await compactDecrypt(sealed, key);
  } catch {
    throw damaged(name, false);
  }
}

async function byPassphrase(
  name: string,
  { sealedTo, sealed }: SealedForm,
  passphrase: Secret,
): Promise<CompactDecryptResult> {
  if ("keyFingerprint" in sealedTo)
    throw refusedFile(`The file is sealed to the key ${sealedTo.keyFingerprint}: give its private key by --key.`);
  try {
    // A file of others could ask for rounds without end.
    const bounds = { maxPBES2Count: filePassphraseRounds, keyManagementAlgorithms: ["PBES2-HS512+A256KW"] };
    return await compactDecrypt(sealed, passphrase.use(passphraseBytes), bounds);
  } catch {
    throw damaged(name, true);
  }
}

const damaged = (name: string, isByPassphrase: boolean) =>
  refusedFile(
    isByPassphrase
      ? `${name} does not open: the passphrase is another one, or the file was altered.`
      : `${name} was altered or is damaged: it does not open. Take another copy of it.`,
  );
