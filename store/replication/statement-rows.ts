/** Divides rows into those that one statement takes: powers of two, so that a table has few statements of different lengths. */
export function* inStatements<T>(rows: readonly T[], most: number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length;) {
    const left = rows.length - from;
    const count = left >= most ? most : 2 ** Math.floor(Math.log2(left));
    yield rows.slice(from, from + count);
    from += count;
  }
}
