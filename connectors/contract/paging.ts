import type { Call } from "./call.ts";
import type { Cursor, ListRequest } from "./listing.ts";

/** Rows of one page and the cursor after them. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly cursor: Cursor;
}

/**
 * Yields the pages of a listing by keyset pagination: the target returns the rows after a cursor, in a stable order. Each page has
 * a cursor to resume at and sends a heartbeat; a page that is not full is the last.
 */
export async function* pagesByCursor<Row>(
  { after: start, pageSize }: Pick<ListRequest, "after" | "pageSize">,
  read: (after: Cursor | undefined) => readonly Row[] | Promise<readonly Row[]>,
  cursorOf: (last: Row) => Cursor,
  call: Call,
): AsyncGenerator<PageOfRows<Row>> {
  let [after, done] = [start, 0];
  for (;;) {
    call.signal.throwIfAborted();
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = cursorOf(last);
    done += rows.length;
    yield { rows, cursor: after };
    call.heartbeat({ after, done });
    if (rows.length < pageSize) return;
  }
}
