import { urlMaxBytes } from "#domain/limits.ts";

import { Cursor, type Grammar } from "./cursor.ts";
import { readExpression } from "./expression.ts";
import { readNestedOptions } from "./nested-options.ts";
import { type PlusMeaning, Source } from "./source.ts";
import { ODataSyntaxError } from "./syntax-error.ts";

const grammar: Grammar = { expression: readExpression, options: readNestedOptions };

/**
 * Opens a part of an address for reading; `start` is its place in the decoded text that the parser was given.
 * @throws ODataSyntaxError when the percent-encoding is broken
 */
export function openCursor(raw: string, start: number, plus: PlusMeaning): Cursor {
  return new Cursor(new Source(raw, start, plus), grammar);
}

/**
 * Refuses a text that is too long to be read.
 * @throws ODataSyntaxError
 */
export function checkLength(text: string, rule: string): void {
  if (text.length > urlMaxBytes)
    throw new ODataSyntaxError(rule, urlMaxBytes, `At most ${urlMaxBytes} characters are read.`);
}
