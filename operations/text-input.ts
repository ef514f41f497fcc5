import { z } from "zod";

import { linkMaxCharacters } from "#domain/limits.ts";

/** What documents say of an input beyond its type: a pattern that its texts match, and a rule in words that nothing else can say. */
interface Told {
  readonly pattern?: string;
  readonly rule?: string;
}

/** A text of at least one character other than a blank; blanks around it are left out. */
export function filledText(maxCharacters: number, message = "must not be empty") {
  return z
    .string()
    .trim()
    .min(1, message)
    .max(maxCharacters)
    .meta({ pattern: "\\S" } satisfies Told);
}

const webAddressRule = "must be an absolute address such as https://example.org/path";

/** An address that a browser opens. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: webAddressRule })
  .max(linkMaxCharacters)
  .meta({ pattern: "^https?://", rule: webAddressRule } satisfies Told);
