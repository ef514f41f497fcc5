import { createSecretKey } from "node:crypto";

import { compactDecrypt, CompactEncrypt } from "jose";
import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";

import { refusedExport } from "./export-form.ts";

const time = z.string().nullable();

/** Schema of one entry in an export, with its password in clear text; null if it could not be unsealed. */
const exportedEntry = z.strictObject({
  target: z.string(),
  account: z.string(),
  policy: z.string(),
  managedAccount: z.string(),
  entry: z.string(),
  parent: z.string().nullable(),
  /** True if it may open the account, as far as was known. */
  mayOpen: z.boolean(),
  status: z.string(),
  origin: z.string(),
  createdAt: z.string(),
  settledAt: time,
  openedAt: time,
  refusedAt: time,
  password: z.string().nullable(),
});

/** One entry in an export. */
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** Names of the fields of an exported entry, in order. */
export const exportedNames = Object.keys(exportedEntry.shape) as readonly (keyof ExportedEntry)[];

/** Schema of a page of entries: its export, its number from 1, and whether it is the last one. So none can be removed or moved. */
const pageForm = z.strictObject({
  id: z.guid(),
  number: z.int(),
  last: z.boolean(),
  entries: z.array(exportedEntry),
});

/** A page of an export. */
export type ExportPage = z.infer<typeof pageForm>;

/** Seals a page with the key of its export, which is bytes as base64url; returns one line. */
export function sealPage(key: Secret, page: ExportPage): Promise<string> {
  const plaintext = Buffer.from(JSON.stringify(page));
  return new CompactEncrypt(plaintext).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(keyObject(key));
}

/**
 * Opens the pages of an export, line by line.
 * @throws VAULT_EXPORT_REFUSED at the first page that is altered or misplaced, or if the end is missing
 */
export async function* openPages(
  { id, key, file }: { readonly id: string; readonly key: Secret; readonly file: string },
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<readonly ExportedEntry[]> {
  let number = 0;
  let ended = false;
  for await (const line of lines) {
    number += 1;
    const page = await openPage(key, line);
    if (ended || page?.id !== id || page.number !== number) throw altered(file, `at its line ${number + 1}`);
    ended = page.last;
    yield page.entries;
  }
  if (!ended) throw altered(file, `behind its line ${number + 1}, where pages are missing`);
}

async function openPage(key: Secret, line: string): Promise<ExportPage | undefined> {
  try {
    const { plaintext } = await compactDecrypt(line, keyObject(key));
    return pageForm.parse(JSON.parse(Buffer.from(plaintext).toString("utf8")));
  } catch {
    return undefined;
  }
}

const altered = (file: string, where: string) =>
  refusedExport(`${file} was altered or is damaged ${where}. Take another copy of it.`);

const keyObject = (key: Secret) => key.use((text) => createSecretKey(Buffer.from(text, "base64url")));
