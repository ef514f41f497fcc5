import { pageSizeMax } from "#domain/limits.ts";

import { read } from "./call.ts";
import { address, type Page, type ReadOptions } from "./odata.ts";

/** What has been read of a list so far, and where it goes on; undefined = it is whole. */
export interface ReadSoFar<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

interface ReadingOn<Row> {
  readonly signal: AbortSignal;
  /** Hears after each part what there is, with which one goes on where a later part fails. */
  report?(read: ReadSoFar<Row>): void;
}

/**
 * Reads a list on to its end, in parts as large as the service gives them.
 * @throws CallError, UnreachableError
 */
export async function readOn<Row>(begun: ReadSoFar<Row>, { signal, report }: ReadingOn<Row>): Promise<readonly Row[]> {
  let { rows, next } = begun;
  while (next !== undefined) {
    const page: Page<Row> = await read<Page<Row>>(next, signal, { prefer: `odata.maxpagesize=${pageSizeMax}` });
    rows = [...rows, ...page.value];
    next = localPart(page["@odata.nextLink"]);
    report?.({ rows, next });
  }
  return rows;
}

/**
 * Reads a list from its beginning to its end, for what is chosen from or must be seen whole.
 * @throws CallError, UnreachableError
 */
export function readAll<Row>(
  path: string,
  options: Omit<ReadOptions, "top" | "skip" | "count">,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  return readOn<Row>({ rows: [], next: address(path, options) }, { signal });
}

/** The link to the next page without its origin: it is ours in any case, behind whatever stands in front of the service. */
function localPart(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname + search;
}
