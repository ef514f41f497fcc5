import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { mailTextsMaxBytes } from "#domain/notice-limits.ts";
import { chooseLanguage, isLanguage } from "#domain/notices/language.ts";
import { type MailTexts, type OwnMailTexts, textsProblem, withOwnTexts } from "#domain/notices/mail-texts.ts";
import { builtInTexts, fallbackTexts } from "#domain/notices/texts/languages.ts";

/** Texts of mails in all available languages. */
export interface MailLanguages {
  /** Returns the texts of the language that fits best to the first preference that any fits; English if none does. */
  textsFor(wishes: readonly string[]): MailTexts;
}

const template = z.strictObject({ subject: z.string(), text: z.string(), html: z.string().optional() });
const ownTexts = z.strictObject({
  words: z.record(z.string(), z.string()).optional(),
  operations: z.record(z.string(), z.string()).optional(),
  kinds: z.record(z.string(), template).optional(),
  digest: template.optional(),
  test: template.optional(),
});

const suffix = ".json";

/**
 * Reads the texts of mails: the built-in ones, overridden by those of a folder with a file for each language.
 * @throws MAIL_TEXTS_INVALID
 */
export async function readMailTexts(folder: string | null): Promise<MailLanguages> {
  const texts = new Map(Object.entries(builtInTexts));
  const files = folder === null ? [] : (await listFiles(folder)).filter((file) => file.endsWith(suffix));
  for (const file of files) {
    const language = file.slice(0, -suffix.length).toLowerCase();
    const known = texts.get(language) ?? texts.get(language.split("-")[0] ?? "") ?? fallbackTexts;
    texts.set(language, withOwnTexts(known, await readTexts(join(folder ?? "", file), language, known)));
  }
  const there = [...texts.keys()];
  return { textsFor: (wishes) => texts.get(chooseLanguage(wishes, there) ?? "") ?? fallbackTexts };
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    throw invalid(folder, "it cannot be read. MAIL_TEXTS_FOLDER names it.", error);
  }
}

async function readTexts(path: string, language: string, known: MailTexts): Promise<OwnMailTexts> {
  if (!isLanguage(language)) throw invalid(path, "its name must be that of a language, such as en.json.");
  const read = ownTexts.safeParse(await readJson(path));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(path, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}. docs/notices.md shows such a file.`);
  }
  const problem = textsProblem(read.data, known);
  if (problem !== undefined) throw invalid(path, problem);
  return read.data;
}

async function readJson(path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > mailTextsMaxBytes)
      throw new RangeError(`it has more than ${mailTextsMaxBytes} bytes`);
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw invalid(path, `${(error as Error).message}.`, error);
  }
}

function invalid(path: string, words: string, cause?: unknown): ServiceError {
  return new ServiceError("MAIL_TEXTS_INVALID", { message: `${path}: ${words}`, cause });
}
