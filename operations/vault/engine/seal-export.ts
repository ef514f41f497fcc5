import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";

import { CompactEncrypt } from "jose";
import { split } from "shamir-secret-sharing";

import type { Secret } from "#connectors/contract/index.ts";

import { algorithmOf, keyFingerprint, recipientKey } from "../../kernel/sealed-files/reader-keys.ts";
import { type ExportForm, refusedExport, type ShareForm, shareFingerprint } from "./export-form.ts";

/** Parts of an export before sealing. */
export interface ExportParts {
  readonly id: string;
  readonly madeAt: string;
  /** Key of the pages of entries: bytes as base64url. */
  readonly pageKey: Secret;
  /** Contents by the names of their sources. */
  readonly contents: Readonly<Record<string, Secret>>;
}

/** Number of shares, and number of them that opens the export. */
export interface ShareCounts {
  readonly shares: number;
  readonly threshold: number;
}

const enc = "A256GCM";
const keyBytes = 32;

/**
 * Seals an export to a public key.
 * @throws VAULT_EXPORT_REFUSED if nothing can be sealed to it
 */
export async function sealToRecipient(parts: ExportParts, recipient: string): Promise<ExportForm> {
  const key = recipientKey(recipient, refusedExport);
  const sealed = await seal(parts, algorithmOf(key) ?? "", key);
  return formOf(parts, { keyFingerprint: await keyFingerprint(key) }, sealed);
}

/**
 * Seals an export to shares of a key (Shamir, over GF(256)); fewer than the threshold reveal nothing of it.
 * @throws VAULT_EXPORT_REFUSED
 */
export async function sealToShares(
  parts: ExportParts,
  { shares: count, threshold }: ShareCounts,
): Promise<{ readonly form: ExportForm; readonly shares: readonly ShareForm[] }> {
  if (threshold > count) {
    throw refusedExport(
      `${threshold} of ${count} shares would never open the export. Ask for fewer of them, or make more.`,
    );
  }
  // A separate Uint8Array: no other bytes share its buffer, and the package accepts nothing else.
  const bytes = new Uint8Array(randomBytes(keyBytes));
  const texts = (await split(bytes, count, threshold)).map((share) => Buffer.from(share).toString("base64url"));
  const sealed = await seal(parts, "dir", createSecretKey(bytes));
  bytes.fill(0);
  const shares = texts.map((share, index): ShareForm => {
    const facts = { export: parts.id, number: index + 1, share };
    return { gatehouseShare: 1, ...facts, shares: count, threshold, fingerprint: shareFingerprint(facts) };
  });
  const fingerprints = shares.map(({ fingerprint }) => fingerprint);
  return { form: formOf(parts, { shares: count, threshold, fingerprints }, sealed), shares };
}

function seal({ id, pageKey, contents }: ExportParts, alg: string, key: KeyObject): Promise<string> {
  const texts = Object.entries(contents).map(([name, secret]) => [name, secret.use((text) => text)] as const);
  const plaintext = Buffer.from(
    JSON.stringify({ id, pageKey: pageKey.use((text) => text), contents: Object.fromEntries(texts) }),
  );
  return new CompactEncrypt(plaintext).setProtectedHeader({ alg, enc }).encrypt(key);
}

function formOf({ id, madeAt }: ExportParts, sealedTo: ExportForm["sealedTo"], sealed: string): ExportForm {
  return { gatehouseExport: 1, id, madeAt, sealedTo, sealed };
}
