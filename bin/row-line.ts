const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Returns a row of a list on one line. A line break in a cell, such as a name on a target, would look like another row. */
export function rowLine(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => String(cell).replaceAll(breaks, " "))
    .join("  ")
    .trimEnd();
}
