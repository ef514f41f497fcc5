import type { Cursor } from "#api/odata/syntax/cursor.ts";
import { readExpand } from "#api/odata/syntax/expand.ts";
import { readCompute, readOrderBy } from "#api/odata/syntax/orderby-and-compute.ts";
import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { readSearch } from "#api/odata/syntax/search.ts";
import { readSelect } from "#api/odata/syntax/select.ts";
import type { OptionName, QueryTree } from "#api/odata/syntax/tree.ts";

import { parseRelativeUri, parseUri } from "../parse-uri.ts";
import { shifted } from "../shifted.ts";
import { contextRules } from "./contexts.ts";
import { byPattern, forRules, inQuery, type RuleReader, type RuleTable, where } from "./reader.ts";

const query = (text: string) => parseQuery(text, { repeats: true });
const names = ["apply", "compute", "deltatoken", "expand", "filter", "format", "id", "index", "orderby"] as const;
const moreNames = ["schemaversion", "search", "select", "skip", "skiptoken", "top"] as const;
const searchNode = inQuery(readSearch) as (text: string) => ReturnType<typeof readSearch>;

/** Rules of addresses and of query options. */
export const optionRules: RuleTable = {
  odataUri: (text) => withContext(text, parseUri),
  serviceRoot: where(
    parseUri,
    ({ path, query: { given, custom } }) => path.segments.length === 0 && given.size + custom.length === 0,
  ),
  odataRelativeUri: where(
    (text) => withContext(text, (address) => parseRelativeUri(address, { repeats: true })),
    ({ path }) => path.segments.length > 0,
  ),
  queryOptions: where(query, (tree) => countOf(tree) > 0),
  queryOption: where(query, (tree) => countOf(tree) === 1),
  systemQueryOption: where(query, (tree) => countOf(tree) === 1 && tree.given.size === 1),
  aliasAndValue: where(query, (tree) => countOf(tree) === 1 && tree.aliases.size === 1),
  nameAndValue: where(query, (tree) => countOf(tree) === 1 && typeof tree.custom[0]?.value === "string"),
  customQueryOption: where(query, (tree) => countOf(tree) === 1 && tree.custom.length === 1),
  ...forRules(
    "customName",
    where(query, ({ custom: [first] }) => first?.value === null),
  ),
  customValue: (text) => shifted(-2, () => query(`x=${text}`)),
  ...Object.fromEntries([...names, ...moreNames].map((name) => [name, option(name)])),
  inlinecount: option("count"),
  levels: (text, rule) => nested("levels")(text, rule),
  ...forRules(
    "batchOption metadataOption",
    where(query, (tree) => countOf(tree) === 1 && onlyOf(tree, ["format"])),
  ),
  ...forRules(
    "batchOptions metadataOptions",
    where(query, (tree) => countOf(tree) > 0 && onlyOf(tree, ["format"])),
  ),
  entityOptions: where(query, (tree) => tree.given.has("id") && onlyOf(tree, ["id", "format"])),
  entityIdOption: where(query, (tree) => countOf(tree) === 1 && onlyOf(tree, ["format"])),
  entityCastOptions: where(query, (tree) => tree.given.has("id") && onlyOf(tree, ["id", "format", "expand", "select"])),
  entityCastOption: where(query, (tree) => countOf(tree) === 1 && onlyOf(tree, ["format", "expand", "select"])),
  computeItem: one(readCompute),
  orderbyItem: one(readOrderBy),
  ...forRules("expandItem expandPath", one(readExpand)),
  ...forRules(
    "selectItem selectProperty selectPath allOperationsInSchema optionallyQualifiedFunctionName",
    one(readSelect),
  ),
  parameterNames: (text, rule) => shifted(-2, () => one(readSelect)(`F(${text})`, rule)),
  expandCountOption: nested("filter", "search"),
  expandRefOption: nested("filter", "search", "orderby", "skip", "top", "count"),
  expandOption: nested(
    "filter",
    "search",
    "orderby",
    "skip",
    "top",
    "count",
    "select",
    "expand",
    "compute",
    "levels",
    "alias",
  ),
  selectOptionPC: nested("filter", "search", "orderby", "skip", "top", "count"),
  selectOption: nested("filter", "search", "orderby", "skip", "top", "count", "compute", "select", "alias"),
  ...forRules("searchExpr searchExpr-incomplete searchOrExpr searchAndExpr searchParenExpr", searchNode),
  searchNegateExpr: where(searchNode, ({ kind }) => kind === "not"),
  searchPhrase: where(searchNode, ({ kind, at }) => kind === "phrase" && at === 0),
  searchWord: where(searchNode, ({ kind, at }) => kind === "word" && at === 0),
  "IRI-in-query": byPattern("[^&#\\s]+"),
};

// A context may follow `$metadata`.
function withContext<T>(text: string, parse: (address: string) => T): T {
  const [, address, context] = /^([^#]*?\$metadata(?:\?[^#]*)?)(#.*)$/.exec(text) ?? [];
  if (context !== undefined) shifted(address?.length ?? 0, () => contextRules.context?.(context, "context"));
  return parse(address ?? text);
}

function countOf({ given, aliases, custom }: QueryTree): number {
  return given.size + aliases.size + custom.length;
}

function onlyOf({ given, aliases }: QueryTree, allowed: readonly OptionName[]): boolean {
  return aliases.size === 0 && [...given.keys()].every((name) => allowed.includes(name));
}

function option(name: OptionName): RuleReader {
  return where(query, (tree) => countOf(tree) === 1 && tree.given.has(name));
}

function nested(...allowed: (OptionName | "alias")[]): RuleReader {
  return (text, rule) => inQuery((cursor) => cursor.grammar.options(cursor, new Set(allowed)))(`${text})`, rule);
}

function one<T>(read: (cursor: Cursor) => T[]): RuleReader {
  return where(inQuery(read) as (text: string, rule: string) => T[], (items) => items.length === 1);
}
