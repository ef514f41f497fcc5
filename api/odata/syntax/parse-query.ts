import { checkLength, openCursor } from "./grammar.ts";
import { isIdentifier } from "./names.ts";
import { type GivenOptions, readOption, systemOption } from "./option-readers.ts";
import { decodedLength, type PlusMeaning } from "./source.ts";
import { ODataSyntaxError } from "./syntax-error.ts";
import type { CustomOption, Expression, OptionName, QueryTree } from "./tree.ts";

/** Options whose values have no blanks, so that a plus in them is a plus. */
const verbatim: ReadonlySet<OptionName> = new Set(["format", "id", "skiptoken", "deltatoken", "schemaversion"]);
const outside: ReadonlySet<OptionName> = new Set(["levels"]);

interface Draft {
  readonly values: GivenOptions;
  readonly aliases: Map<string, Expression>;
  readonly given: Map<OptionName, number>;
  readonly custom: CustomOption[];
  readonly repeats: boolean;
}

/**
 * Reads the query of an address, not decoded, without the `?`. An option that is given twice is refused. With `repeats`
 * the last one counts instead, as the grammar alone has it.
 * @throws ODataSyntaxError
 */
export function parseQuery(text: string, { repeats = false }: { readonly repeats?: boolean } = {}): QueryTree {
  checkLength(text, "queryOptions");
  const hash = text.indexOf("#");
  if (hash >= 0) throw new ODataSyntaxError("queryOptions", hash, "A '#' in a query is written %23.");
  const draft: Draft = { values: {}, aliases: new Map(), given: new Map(), custom: [], repeats };
  let at = 0;
  for (const part of text.split("&")) {
    if (part !== "") readPart(part, at, draft);
    at += decodedLength(part) + 1;
  }
  const { values, aliases, given, custom } = draft;
  return { ...values, aliases, given, custom };
}

interface Part {
  readonly name: string;
  /** Position of the name in the decoded query. */
  readonly at: number;
  /** Value as sent; null without `=`. */
  readonly raw: string | null;
  readonly valueAt: number;
}

function readPart(part: string, at: number, draft: Draft): void {
  const equals = part.indexOf("=");
  const name = openCursor(equals < 0 ? part : part.slice(0, equals), at, "blank").text;
  const given: Part = { name, at, raw: equals < 0 ? null : part.slice(equals + 1), valueAt: at + name.length + 1 };
  if (name.startsWith("@")) return readAlias(given, draft);
  const option = systemOption(name);
  return option === null || outside.has(option) ? readCustom(given, draft) : readSystem(option, given, draft);
}

function readSystem(option: OptionName, { name, at, raw, valueAt }: Part, draft: Draft): void {
  if (raw === null) throw new ODataSyntaxError(option, at, `The query option '${name}' needs '=' and a value.`);
  if (draft.given.has(option) && !draft.repeats)
    throw new ODataSyntaxError("queryOptions", at, `The query option '${name}' occurs twice. Give it once.`);
  draft.given.set(option, at);
  const plus: PlusMeaning = verbatim.has(option) ? "plus" : "blank";
  const cursor = openCursor(raw, valueAt, plus);
  readOption(cursor, option, draft.values);
  cursor.expectEnd(option);
}

function readCustom({ name, at, raw, valueAt }: Part, draft: Draft): void {
  if (name.startsWith("$")) {
    const message = `The query option '${name}' is not known. Leave it out, or correct its name.`;
    throw new ODataSyntaxError("systemQueryOption", at, message);
  }
  if (name === "") throw new ODataSyntaxError("customName", at, "A query option needs a name before its '='.");
  draft.custom.push({ name, value: raw === null ? null : openCursor(raw, valueAt, "blank").text, at });
}

function readAlias({ name, at, raw, valueAt }: Part, draft: Draft): void {
  const alias = name.slice(1);
  if (!isIdentifier(alias)) throw new ODataSyntaxError("parameterAlias", at, `'${name}' is no name of a parameter.`);
  if (raw === null) throw new ODataSyntaxError("aliasAndValue", at, `'${name}' needs '=' and a value.`);
  if (draft.aliases.has(alias) && !draft.repeats)
    throw new ODataSyntaxError("aliasAndValue", at, `'${name}' is given twice.`);
  const cursor = openCursor(raw, valueAt, "blank");
  draft.aliases.set(alias, cursor.grammar.expression(cursor));
  cursor.expectEnd("aliasAndValue");
}
