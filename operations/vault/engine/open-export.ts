import { createSecretKey, type KeyObject } from "node:crypto";

import { compactDecrypt } from "jose";
import { combine } from "shamir-secret-sharing";
import type { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import { keyFingerprint, recipientPrivateKey } from "../../kernel/sealed-files/reader-keys.ts";
import {
  exportContents,
  exportForm,
  type ExportForm,
  refusedExport,
  type ShareForm,
  shareFingerprint,
  shareForm,
} from "./export-form.ts";

/** A file with its text. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Opener of an export: the recipient's private key, or shares. */
export type ExportOpener =
  | { readonly privateKey: Secret; readonly passphrase?: Secret | undefined }
  | { readonly shares: readonly NamedText[] };

/** Opened first line of an export, with its contents by the names of their sources. */
export interface OpenedExport {
  readonly id: string;
  readonly madeAt: string;
  readonly contents: ReadonlyMap<string, Secret>;
  /** Key that opens the following pages. */
  readonly pageKey: Secret;
}

/**
 * Opens the first line of an export, without any installation.
 * @throws VAULT_EXPORT_REFUSED with the fault, and the share at fault
 */
export async function openExport(file: NamedText, opener: ExportOpener): Promise<OpenedExport> {
  const form = read(exportForm, file, "export of the vault");
  const key = "shares" in opener ? await keyOfShares(form, opener.shares) : await keyOfRecipient(form, opener);
  const opened = await decrypt(form, key, file.name);
  const contents = new Map(Object.entries(opened.contents).map(([name, text]) => [name, new Secret(text)]));
  return { id: form.id, madeAt: form.madeAt, contents, pageKey: new Secret(opened.pageKey) };
}

async function decrypt(
  { id, sealed }: ExportForm,
  key: KeyObject,
  name: string,
): Promise<z.infer<typeof exportContents>> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key);
    const opened = exportContents.parse(JSON.parse(Buffer.from(plaintext).toString("utf8")));
    if (opened.id === id) return opened;
  } catch {
    // Nothing more is known about an altered file.
  }
  throw refusedExport(`${name} was altered or is damaged: it does not open. Take another copy of it.`);
}

async function keyOfRecipient(
  { sealedTo }: ExportForm,
  { privateKey, passphrase }: { readonly privateKey: Secret; readonly passphrase?: Secret | undefined },
): Promise<KeyObject> {
  if (!("keyFingerprint" in sealedTo)) {
    throw refusedExport(
      `The export is sealed to shares: give ${sealedTo.threshold} of its ${sealedTo.shares} by --share.`,
    );
  }
  const key = privateKey.use((text) => recipientPrivateKey(text, passphrase, refusedExport));
  const fingerprint = await keyFingerprint(key);
  if (fingerprint === sealedTo.keyFingerprint) return key;
  throw refusedExport(
    `The export is sealed to the key ${sealedTo.keyFingerprint}, and this is the key ${fingerprint}. Give the private key of the former.`,
  );
}

async function keyOfShares(form: ExportForm, files: readonly NamedText[]): Promise<KeyObject> {
  const { sealedTo } = form;
  if (!("threshold" in sealedTo)) {
    throw refusedExport(`The export is sealed to the key ${sealedTo.keyFingerprint}: give its private key by --key.`);
  }
  const given = files.map((file) => ({ file: file.name, share: read(shareForm, file, "share of an export") }));
  const problems = given.flatMap(({ file, share }, place) => {
    const before = given.slice(0, place).find((other) => other.share.number === share.number);
    return problemOf(share, form, sealedTo.fingerprints, before?.file).map((problem) => `${file} ${problem}`);
  });
  if (problems.length > 0) throw refusedExport(problems.join(" "));
  if (given.length < sealedTo.threshold) {
    throw refusedExport(
      `${sealedTo.threshold} of the ${sealedTo.shares} shares open this export, and ${given.length} were given. Give ${sealedTo.threshold - given.length} more.`,
    );
  }
  const bytes = await combine(given.map(({ share }) => new Uint8Array(Buffer.from(share.share, "base64url"))));
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/** Finds the fault of a share, in words that follow the name of its file. */
function problemOf(
  share: ShareForm,
  { id }: ExportForm,
  fingerprints: readonly string[],
  sameAs: string | undefined,
): readonly string[] {
  if (share.export !== id) return [`is a share of the export ${share.export}, not of ${id}.`];
  const fingerprint = shareFingerprint(share);
  if (fingerprint !== share.fingerprint || fingerprint !== fingerprints[share.number - 1]) {
    return [`was altered or is damaged.`];
  }
  return sameAs === undefined ? [] : [`is the same share as ${sameAs} (number ${share.number}).`];
}

function read<Form extends z.ZodType>(form: Form, { name, text }: NamedText, what: string): z.output<Form> {
  try {
    return form.parse(JSON.parse(text));
  } catch {
    throw refusedExport(`${name} is no ${what}, or is damaged.`);
  }
}
