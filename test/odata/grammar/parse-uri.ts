import { checkLength } from "#api/odata/syntax/grammar.ts";
import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { decodedLength } from "#api/odata/syntax/source.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";
import type { OptionName, QueryTree } from "#api/odata/syntax/tree.ts";

import { parsePath } from "./parse-path.ts";
import type { ResourcePath } from "./path-tree.ts";
import { shifted } from "./shifted.ts";

/** An address below the service root: its path and its query. */
export interface RelativeUri {
  readonly path: ResourcePath;
  readonly query: QueryTree;
}

/** A whole address. */
export interface ODataUri extends RelativeUri {
  /** Up to and with the slash before the path. */
  readonly root: string;
}

const host = String.raw`(?:\[(?:[0-9a-f:.]+|v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)`;
const beginning = new RegExp(String.raw`^https?:\/\/${host}(?::\d*)?\/`, "i");
const standsFirst = /^\$(?:metadata|batch|entity|all|crossjoin\(.*)$/;

const format: ReadonlySet<OptionName> = new Set(["format"]);
const id: ReadonlySet<OptionName> = new Set(["format", "id"]);
const cast: ReadonlySet<OptionName> = new Set(["format", "id", "expand", "select"]);

/**
 * Reads an address below the service root, not decoded, without leading slash.
 * @throws ODataSyntaxError
 */
export function parseRelativeUri(text: string, rules: { readonly repeats?: boolean } = {}): RelativeUri {
  checkLength(text, "odataRelativeUri");
  const mark = text.indexOf("?");
  const path = shifted(0, () => parsePath(mark < 0 ? text : text.slice(0, mark)));
  const query = shifted(mark < 0 ? 0 : decodedLength(text.slice(0, mark)) + 1, () =>
    parseQuery(mark < 0 ? "" : text.slice(mark + 1), rules),
  );
  checkQuery(path, query, text.length);
  return { path, query };
}

/**
 * Reads a whole address. Without a model the end of the service root is unknown. It is taken to be before the first segment that must stand
 * first or has brackets, else before the last name.
 * @throws ODataSyntaxError
 */
export function parseUri(text: string): ODataUri {
  checkLength(text, "odataUri");
  const start = beginning.exec(text)?.[0];
  if (start === undefined)
    throw new ODataSyntaxError("serviceRoot", 0, "An address starts with http:// or https://, a host and a slash.");
  const mark = text.indexOf("?");
  const path = text.slice(start.length, mark < 0 ? text.length : mark);
  const from = start.length + rootLength(path);
  return { root: text.slice(0, from), ...shifted(from, () => parseRelativeUri(text.slice(from))) };
}

function rootLength(path: string): number {
  const segments = path.split("/");
  const firsts = segments.findIndex((segment) => standsFirst.test(segment) || /^[^$]*?(?:\(|%28)/.test(segment));
  const dollar = segments.findIndex((segment) => segment.startsWith("$"));
  const begin = firsts >= 0 ? firsts : dollar > 0 ? dollar - 1 : segments.length - 1;
  return segments.slice(0, begin).reduce((sum, segment) => sum + segment.length + 1, 0);
}

function checkQuery({ segments }: ResourcePath, { given }: QueryTree, end: number): void {
  const [first, second] = segments;
  if (first?.kind === "metadata" || first?.kind === "batch") return allow(given, format, first.kind);
  if (first?.kind !== "entity") return;
  allow(given, second === undefined ? id : cast, "entity");
  if (!given.has("id")) throw new ODataSyntaxError("entityOptions", end, "$entity needs the option $id.");
}

function allow(given: QueryTree["given"], allowed: ReadonlySet<OptionName>, kind: string): void {
  for (const [name, at] of given)
    if (!allowed.has(name)) throw new ODataSyntaxError(`${kind}Options`, at, `$${name} cannot be given for $${kind}.`);
}
