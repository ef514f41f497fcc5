import type { Call } from "./call.ts";
import type { Cursor, ListRequest } from "./listing.ts";

/** Some rows of a target, and where to continue after them. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly cursor: Cursor;
}

/**
 * The pages of a listing whose target gives the rows after a cursor, in an order that stays (keyset paging): each is a place to
 * resume and gives a sign of life, and one that is not full is the last.
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
