import { useDeferredValue } from "react";

import { usualSize } from "./table-view.ts";

/**
 * Returns the rows of a list to draw now. A new page begins with as many rows as a window shows; a deferred render adds the rest. Rows that
 * change on the same page are drawn at once, so that nothing moves under a user who has scrolled.
 */
export function useRowsInSteps<Row>(page: { readonly value: readonly Row[]; readonly path: string } | undefined) {
  const drawnWhole = useDeferredValue(page?.path);
  const rows = page?.value ?? [];
  const isWhole = rows.length <= usualSize || drawnWhole === page?.path;
  return { isWhole, drawn: isWhole ? rows : rows.slice(0, usualSize) };
}
