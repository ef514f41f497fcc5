import type { MailTexts } from "../mail-texts.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";

/** The texts that come along, by their language. */
export const builtInTexts: Readonly<Record<string, MailTexts>> = { en: english, de: german };

/** The texts that hold where a language has none of its own. */
export const fallbackTexts: MailTexts = english;
