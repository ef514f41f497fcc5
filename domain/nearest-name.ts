/**
 * Returns the name that a misspelt one most likely means: equal but for case, or at most a third of its letters away (of two letters one).
 */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const lower = written.slice(0, 100).toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(Math.floor(lower.length / 3), lower.length > 1 ? 1 : 0) + 1;
  for (const name of names) {
    const distance = editDistance(lower, name.toLowerCase(), least);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Returns the hint at the nearest name for the end of a message, with a blank before it; empty if no name is near. */
export function nearestNameHint(written: string, names: Iterable<string>): string {
  const nearest = nearestName(written, names);
  return nearest === undefined ? "" : ` Do you mean '${nearest}'?`;
}

/** Returns the number of letters to insert, leave out, replace or swap with their neighbor; `limit` or more if it is at least that. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? limit;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swaps = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = swaps ? at(row - 2, column - 2) + 1 : limit;
      rows[row]?.push(Math.min(replaced, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1));
    }
  }
  return at(from.length, to.length);
}
