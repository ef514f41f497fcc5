import { pageSizeMax } from "#domain/limits.ts";

import { read } from "./call.ts";
import { address, type Page, type ReadOptions } from "./odata.ts";

/** A part of a list, and where it goes on; undefined = it is the last one. */
export interface ListPart<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/**
 * Reads the part of a list at an address, as large as the service gives it.
 * @throws CallError, UnreachableError
 */
export async function readPart<Row>(at: string, signal: AbortSignal): Promise<ListPart<Row>> {
  const page = await read<Page<Row>>(at, signal, { prefer: `odata.maxpagesize=${pageSizeMax}` });
  return { rows: page.value, next: localPart(page["@odata.nextLink"]) };
}

/**
 * Reads a list to its end, for what is chosen from or must be seen whole.
 * @throws CallError, UnreachableError
 */
export async function readAll<Row>(
  path: string,
  options: Omit<ReadOptions, "top" | "skip" | "count">,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  let { rows, next } = await readPart<Row>(address(path, options), signal);
  while (next !== undefined) {
    const part: ListPart<Row> = await readPart<Row>(next, signal);
    rows = [...rows, ...part.rows];
    next = part.next;
  }
  return rows;
}

/** The link to the next page without its origin: it is ours in any case, behind whatever stands in front of the service. */
function localPart(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname + search;
}
