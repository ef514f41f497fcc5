import { checkLength } from "#api/odata/syntax/grammar.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";

import { contextRules } from "./rules/contexts.ts";
import { expressionRules } from "./rules/expressions.ts";
import { headerRules } from "./rules/headers.ts";
import { literalRules } from "./rules/literals.ts";
import { nameRules } from "./rules/names.ts";
import { optionRules } from "./rules/options.ts";
import { pathRules } from "./rules/paths.ts";
import type { RuleReader } from "./rules/reader.ts";
import { valueRules } from "./rules/values.ts";

const tables = [
  optionRules,
  pathRules,
  expressionRules,
  nameRules,
  literalRules,
  valueRules,
  contextRules,
  headerRules,
];

// Names of rules are read in either case, as in ABNF.
const readers: ReadonlyMap<string, readonly [string, RuleReader]> = new Map(
  tables.flatMap(Object.entries<RuleReader>).map(([name, reader]) => [name.toLowerCase(), [name, reader]]),
);

/** Names of the rules that can be parsed on their own. */
export const ruleNames: readonly string[] = [...readers.values()].map(([name]) => name);

/**
 * Reads a whole text by a rule of the OASIS ABNF (`resourcePath`, `commonExpr`, `stringLiteral`, …) and returns its tree.
 * @throws ODataSyntaxError also if the rule is unknown
 */
export function parseRule(rule: string, text: string): unknown {
  const [name, reader] = readers.get(rule.toLowerCase()) ?? [];
  if (name === undefined || reader === undefined)
    throw new ODataSyntaxError(rule, 0, `The rule '${rule}' is not known.`);
  checkLength(text, name);
  return reader(text, name);
}
