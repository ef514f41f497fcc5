import { address } from "../api/odata.ts";
import { type ListPart, readPart } from "../api/read-all.ts";
import { optionsOf } from "./read-rows.ts";
import type { TableSource } from "./table-column.ts";
import type { TableView } from "./table-view.ts";

/** The beginning of a list as it is seen. */
export function nothingRead<Row>(source: TableSource<Row>, view: TableView): ListPart<Row> {
  return { rows: [], next: address(source.path, { ...optionsOf(source, view), top: undefined }) };
}

/**
 * Reads a list on to its end, in parts; `report` hears after each of them what there is, with which one goes on where a later part
 * fails.
 * @throws CallError, UnreachableError
 */
export async function readOn<Row>(
  begun: ListPart<Row>,
  { report, signal }: { report(read: ListPart<Row>): void; readonly signal: AbortSignal },
): Promise<readonly Row[]> {
  let { rows, next } = begun;
  while (next !== undefined) {
    const part: ListPart<Row> = await readPart<Row>(next, signal);
    rows = [...rows, ...part.rows];
    next = part.next;
    report({ rows, next });
  }
  return rows;
}
