import { z } from "zod";

import { normalForm } from "#connectors/contract/index.ts";
import { isCron } from "#domain/cron.ts";
import { idPattern, idRule } from "#domain/id-form.ts";
import { idMaxCharacters, linkMaxCharacters } from "#domain/limits.ts";
import { nodeAddressProblem, nodeAddressRules } from "#domain/nodes/node-address.ts";
import { languageMaxCharacters, mailAddressMaxCharacters } from "#domain/notice-limits.ts";
import { isLanguage, languageRule } from "#domain/notices/language.ts";
import { isMailAddress, mailAddressRule } from "#domain/notices/mail-address.ts";
import { patternFault } from "#domain/passwords/password-pattern.ts";
import { isPersonId, personIdRule } from "#domain/person-id.ts";

/** Facts for the API description beyond the type: a pattern that texts match, and a rule in words that only words can express. */
interface Told {
  readonly pattern?: string;
  readonly rule?: string;
}

/** Option that ends the checks of a text that is too long: more checks would take as long as its sender likes. */
export const unjudged = { abort: true } as const;

/** Returns the schema of a text with at least one character other than a blank; surrounding blanks are removed. */
export function filledText(maxCharacters: number, message = "must not be empty") {
  return z
    .string()
    .trim()
    .min(1, message)
    .max(maxCharacters)
    .meta({ pattern: "\\S" } satisfies Told);
}

// Line ends, control characters and signs that change the direction of the following text: a list shows none of them.
const hiddenSigns = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Rule about names that hold hidden signs. */
export const oneLineRule = "must be one line, without control characters and signs that turn the direction of text";

/** Reports whether a text is one line that shows everything it holds, as a name must. */
export function isOneLine(text: string): boolean {
  return !hiddenSigns.test(text);
}

/** ID of a new entity that is identified by its own name: it appears in addresses. */
export const newId = z
  .string()
  .min(1, "must not be empty")
  .max(idMaxCharacters)
  .regex(idPattern, `must not contain ${idRule}`);

const unseenRule = `must not contain ${personIdRule}`;

/** ID of a person, stored in its composed form (NFC). */
export const personId = z
  .string()
  .overwrite((text) => normalForm(text, "NFC"))
  .min(1, "must not be empty")
  .max(idMaxCharacters)
  .regex(idPattern, { error: `must not contain ${idRule}`, abort: true })
  .refine(isPersonId, unseenRule)
  .meta({ rules: [unseenRule] });

const webAddressRule = "must be an absolute address such as https://example.org/path";

/** Address that a browser opens. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: webAddressRule })
  .max(linkMaxCharacters)
  .meta({ pattern: "^https?://", rule: webAddressRule } satisfies Told);

/** Address at which other nodes reach a node. */
export const nodeAddress = z
  .string()
  .superRefine((address, check) => {
    const problem = nodeAddressProblem(address);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  })
  .meta({ format: "uri", maxLength: linkMaxCharacters, rules: nodeAddressRules });

/** One mail address. */
export const mailAddress = z
  .string()
  .max(mailAddressMaxCharacters, unjudged)
  .refine(isMailAddress, mailAddressRule)
  .meta({ rule: mailAddressRule } satisfies Told);

/** Tag of a language. */
export const language = z
  .string()
  .max(languageMaxCharacters, unjudged)
  .refine(isLanguage, languageRule)
  .meta({ rule: languageRule } satisfies Told);

const cronRule = "must be five fields: minute hour day month weekday, such as '30 2 * * *' (UTC)";

/** Returns the schema of a cron schedule. */
export function cron(maxCharacters: number) {
  return z
    .string()
    .max(maxCharacters, unjudged)
    .refine(isCron, cronRule)
    .meta({ rule: cronRule } satisfies Told);
}

const patternRule = "must be a regular expression that is quick to judge";

/** Returns the schema of a regular expression written by a person. */
export function quickPattern(maxCharacters: number) {
  return z
    .string()
    .min(1, "must not be empty; send null for none")
    .max(maxCharacters, unjudged)
    .superRefine((text, refinement) => {
      const fault = patternFault(text);
      if (fault !== undefined) refinement.addIssue({ code: "custom", message: `${patternRule}: it ${fault}` });
    })
    .meta({ rule: patternRule } satisfies Told);
}
