import { pageSizeMax } from "#domain/limits.ts";

import type { SentCall } from "../base/send.ts";
import { inSession } from "./call.ts";
import { address, type Page, type Path, type ReadOptions } from "./odata.ts";

/**
 * Reads the resource at a path.
 * @throws CallError, UnreachableError
 */
export async function read<Answer>(
  path: Path<Answer>,
  signal?: AbortSignal,
  headers: SentCall["headers"] = {},
): Promise<Answer> {
  const { body } = await inSession({ method: "GET", path, headers, ...(signal === undefined ? {} : { signal }) });
  return body as Answer;
}

/** Rows of a list so far and the link to the next page; undefined if the list is complete. */
export interface ReadSoFar<Row> {
  readonly rows: readonly Row[];
  readonly next: Path<Page<Row>> | undefined;
}

interface ReadingOn<Row> {
  readonly signal: AbortSignal;
  /** Receives the rows after each page, so that a read can resume after a later page has failed. */
  report?(read: ReadSoFar<Row>): void;
}

/**
 * Reads the rest of a list, in pages of the largest size.
 * @throws CallError, UnreachableError
 */
export async function readOn<Row>(begun: ReadSoFar<Row>, { signal, report }: ReadingOn<Row>): Promise<readonly Row[]> {
  let { rows, next } = begun;
  while (next !== undefined) {
    const page: Page<Row> = await read(next, signal, { prefer: `odata.maxpagesize=${pageSizeMax}` });
    rows = [...rows, ...page.value];
    next = localPart(page["@odata.nextLink"]) as Path<Page<Row>> | undefined;
    report?.({ rows, next });
  }
  return rows;
}

/**
 * Reads a whole list, for choices and for views that need every row.
 * @throws CallError, UnreachableError
 */
export function readAll<Row>(
  path: Path<Page<Row>>,
  options: Omit<ReadOptions, "top" | "skip" | "count">,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  return readOn<Row>({ rows: [], next: address(path, options) }, { signal });
}

/**
 * Returns the path and query of the link to the next page. The origin is dropped, because a reverse proxy may stand in front of the
 * service.
 */
function localPart(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname + search;
}
