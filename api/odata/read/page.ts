import { ServiceError } from "#domain/errors.ts";
import { pageSizeDefault, pageSizeMax } from "#domain/limits.ts";
import type { QueryResult } from "#domain/query/bound-query.ts";

import type { BoundRead } from "../bind/bound-read.ts";
import { cachedRead } from "../bind/cached-read.ts";
import { type ReadResult, refuseMisspelt } from "../bind/read-options.ts";
import { lastStep, policyOf, type Target } from "../path/target.ts";
import { preferencesOf } from "../prefer.ts";
import { type ODataCall, rootAddress } from "../service.ts";
import { makeSkiptoken, type PagePosition, readSkiptoken } from "../skiptoken.ts";
import type { QueryTree } from "../syntax/tree.ts";
import { collectionPathOf } from "./address.ts";
import { optionsAt, queryTree } from "./query-tree.ts";

/** A bound page, and the position from which it continues. */
export interface Page {
  readonly read: BoundRead;
  /** Query of the first page, as it was sent. */
  readonly query: string;
  /** Expansions of that query that lead here. */
  readonly names: readonly string[];
  readonly size: number;
  readonly left: number | undefined;
  /** Page size that the caller preferred. */
  readonly preferred: number | undefined;
}

/**
 * Binds the options of a call to a collection: its own, or those of the first page that its `$skiptoken` continues.
 * @throws QUERY_OPTION_INVALID and the errors of binding
 */
export function pageOf(odata: ODataCall, target: Target, tree: QueryTree, result: ReadResult): Page {
  const { call } = odata;
  const preferred = preferencesOf(call.headers).maxPageSize;
  if (tree.skiptoken !== undefined) return nextPage(odata, target, tree, { result, preferred });
  const read = bindTarget(odata, target, tree, result);
  // Without a preference, `$top` is answered in one page if it fits into one.
  const size = preferred ?? Math.max(1, Math.min(tree.top ?? pageSizeDefault, pageSizeMax));
  const top = Math.min(size, tree.top ?? size);
  return { read: withTop(read, top), query: call.query, names: [], size, left: countable(tree.top), preferred };
}

const pages = new WeakMap<BoundRead, BoundRead>();

/** Returns the read of a page of this size; the last one of each read is cached. */
function withTop(read: BoundRead, top: number): BoundRead {
  if (read.query.top === top) return read;
  const known = pages.get(read);
  if (known?.query.top === top) return known;
  const page = { ...read, query: { ...read.query, top } };
  pages.set(read, page);
  return page;
}

/** Binds the options of a tree to the target of a path. */
export function bindTarget({ service }: ODataCall, target: Target, tree: QueryTree, result: ReadResult): BoundRead {
  const step = lastStep(target);
  const policy = policyOf(step) ?? "";
  const start = { set: step.set, type: step.type, policy, where: step.view?.where, result };
  return cachedRead(service.model, start, tree);
}

/** Returns the absolute link to the next page; null if nothing wanted is left. */
export function nextLinkOf(odata: ODataCall, target: Target, page: Page, { rows, more }: QueryResult): string | null {
  const { query, names, size } = page;
  const left = page.left === undefined ? undefined : page.left - rows.length;
  const last = rows.at(-1);
  if (!more || last === undefined || left === 0) return null;
  return linkTo(odata, collectionPathOf(odata.service, target), { query, names, after: last.position, size, left });
}

/** Returns the function that links to more rows of an expansion of a page or an entity. */
export function nestedLinkOf(
  odata: ODataCall,
  first: Pick<Page, "query" | "names">,
): (path: string, names: readonly string[], given: QueryResult) => string | null {
  return (path, names, { rows }) => {
    const top = countable(optionsAt(queryTree(first.query), [...first.names, ...names]).top);
    const left = top === undefined ? undefined : top - rows.length;
    const last = rows.at(-1);
    if (last === undefined || left === 0) return null;
    const size = Math.min(left ?? pageSizeDefault, pageSizeMax);
    const position = { query: first.query, names: [...first.names, ...names], after: last.position, size, left };
    return linkTo(odata, path, position);
  };
}

function countable(top: number | undefined): number | undefined {
  return top === undefined ? undefined : Math.min(top, Number.MAX_SAFE_INTEGER);
}

function linkTo(odata: ODataCall, path: string, position: PagePosition): string {
  const token = makeSkiptoken(odata.call.context.store, `${odata.service.root}/${path}`, position);
  return `${rootAddress(odata)}/${path}?$skiptoken=${token}`;
}

function nextPage(
  odata: ODataCall,
  target: Target,
  tree: QueryTree,
  { result, preferred }: Pick<Page, "preferred"> & { readonly result: ReadResult },
): Page {
  const path = `${odata.service.root}/${collectionPathOf(odata.service, target)}`;
  const { query, names, after, size, left } = readSkiptoken(odata.call.context.store, path, tree.skiptoken ?? "");
  const other = [...tree.given.keys()].find((name) => name !== "skiptoken" && name !== "format");
  if (other !== undefined) {
    throw new ServiceError("QUERY_OPTION_INVALID", {
      message: `$skiptoken already says all that was asked for. Follow @odata.nextLink as it is, without $${other}.`,
      target: `$${other}`,
    });
  }
  refuseMisspelt(tree);
  const read = bindTarget(odata, target, optionsAt(queryTree(query), names), result);
  const top = Math.min(size, left ?? size);
  return { read: { ...read, query: { ...read.query, top, skip: 0, after } }, query, names, size, left, preferred };
}
