/** Returns the number at a place that an array is known to have. */
export function numberAt(numbers: Uint32Array, place: number): number {
  return numbers[place] as number;
}

/** Increases the number at a place that an array is known to have. */
export function increase(numbers: Uint32Array, place: number, by = 1): void {
  numbers[place] = numberAt(numbers, place) + by;
}

/** Returns the places at which rows of these sizes start one after the other, and the end of the last one. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let row = 0; row < sizes.length; row += 1) starts[row + 1] = numberAt(starts, row) + numberAt(sizes, row);
  return starts;
}
