import { useDeferredValue } from "react";

import { usualSize } from "./table-view.ts";

/**
 * The rows of a list that are drawn now: of another page at first those that a window shows, and the others once these are seen. Rows
 * that only changed, while the page stayed the same one, are drawn at once, so that nothing moves under who has scrolled to them.
 */
export function useRowsInSteps<Row>(page: { readonly value: readonly Row[]; readonly path: string } | undefined) {
  const drawnWhole = useDeferredValue(page?.path);
  const rows = page?.value ?? [];
  const isWhole = rows.length <= usualSize || drawnWhole === page?.path;
  return { isWhole, drawn: isWhole ? rows : rows.slice(0, usualSize) };
}
