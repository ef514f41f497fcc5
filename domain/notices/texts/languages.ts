import type { MailTexts } from "../mail-texts.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";

/** Built-in texts by language. */
export const builtInTexts: Readonly<Record<string, MailTexts>> = { en: english, de: german };

/** Texts for a language that has none of its own. */
export const fallbackTexts: MailTexts = english;
