import { pageSizeMax } from "#domain/limits.ts";

import { read } from "../api/call.ts";
import { address, type Page } from "../api/odata.ts";
import { optionsOf } from "./read-rows.ts";
import type { TableSource } from "./table-column.ts";
import type { TableView } from "./table-view.ts";

/** What has been read of a list so far, and where it goes on; undefined = it is whole. */
export interface ReadSoFar<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/** The beginning of a list as it is seen. */
export function nothingRead<Row>(source: TableSource<Row>, view: TableView): ReadSoFar<Row> {
  return { rows: [], next: address(source.path, { ...optionsOf(source, view), top: undefined }) };
}

/**
 * Reads a list on to its end, in parts as large as the service gives them; `report` hears after each of them what there is, with which
 * one goes on where a later part fails.
 * @throws CallError, UnreachableError
 */
export async function readOn<Row>(
  begun: ReadSoFar<Row>,
  { report, signal }: { report(read: ReadSoFar<Row>): void; readonly signal: AbortSignal },
): Promise<readonly Row[]> {
  let { rows, next } = begun;
  while (next !== undefined) {
    const page: Page<Row> = await read<Page<Row>>(next, signal, { prefer: `odata.maxpagesize=${pageSizeMax}` });
    rows = [...rows, ...page.value];
    next = localPart(page["@odata.nextLink"]);
    report({ rows, next });
  }
  return rows;
}

/** The link to the next page without its origin: it is ours in any case, behind whatever stands in front of the service. */
function localPart(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname + search;
}
