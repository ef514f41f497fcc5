import { createSecretKey } from "node:crypto";

import { compactDecrypt, CompactEncrypt } from "jose";
import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";

import { refusedExport } from "./export-form.ts";

const time = z.string().nullable();

/** One entry of the vault as an export tells it, with its password in clear; null where it did not open when it was exported. */
const exportedEntry = z.strictObject({
  target: z.string(),
  account: z.string(),
  policy: z.string(),
  managedAccount: z.string(),
  entry: z.string(),
  parent: z.string().nullable(),
  /** Whether it is one of those that may open the account, as far as was known. */
  mayOpen: z.boolean(),
  status: z.string(),
  origin: z.string(),
  createdAt: z.string(),
  settledAt: time,
  openedAt: time,
  refusedAt: time,
  password: z.string().nullable(),
});

/** One entry of the vault as an export tells it. */
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** The names of what an export tells of an entry, in order. */
export const exportedNames = Object.keys(exportedEntry.shape) as readonly (keyof ExportedEntry)[];

/** A page of entries: its export, its number from 1, and whether it is the last one, so that none can be taken away or moved. */
const pageForm = z.strictObject({
  id: z.guid(),
  number: z.int(),
  last: z.boolean(),
  entries: z.array(exportedEntry),
});

/** A page of an export. */
export type ExportPage = z.infer<typeof pageForm>;

/** Seals a page by the key of its export, which is bytes as base64url; gives one line. */
export function sealPage(key: Secret, page: ExportPage): Promise<string> {
  const plaintext = Buffer.from(JSON.stringify(page));
  return new CompactEncrypt(plaintext).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(keyObject(key));
}

/** Opens the pages of an export, line by line. @throws VAULT_EXPORT_REFUSED at the first that is altered or not in its place, or where the end is missing */
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
