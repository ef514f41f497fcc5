/** A line of a text that was compared with another one. */
export interface DiffLine {
  /** `same` if both texts have it, `added` if only the new one has it, `removed` if only the old one has it. */
  readonly kind: (typeof diffKinds)[number];
  readonly text: string;
}

/** Kinds of lines in a comparison. */
export const diffKinds = ["same", "added", "removed"] as const;

/** Pairs of lines that are compared; in larger texts the whole differing part counts as changed. */
const pairsMax = 1_000_000;

/** Returns the lines of two texts in order, common lines once, with as few additions and removals as possible. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  const start = sameAtStart(old, next);
  const end = sameAtStart(old.slice(start).toReversed(), next.slice(start).toReversed());
  const middle = changed(old.slice(start, old.length - end), next.slice(start, next.length - end));
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)];
}

function sameAtStart(old: readonly string[], next: readonly string[]): number {
  const length = old.findIndex((line, index) => line !== next[index]);
  return length === -1 ? old.length : length;
}

function changed(old: readonly string[], next: readonly string[]): readonly DiffLine[] {
  const common = old.length * next.length > pairsMax ? undefined : commonLengths(old, next);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [one, other] = [old[row], next[column]];
    if (one !== undefined && one === other) {
      lines.push({ kind: "same", text: one });
      row += 1;
      column += 1;
    } else if (
      one !== undefined &&
      (other === undefined || lengthAt(common, row + 1, column) >= lengthAt(common, row, column + 1))
    ) {
      lines.push({ kind: "removed", text: one });
      row += 1;
    } else {
      lines.push({ kind: "added", text: other ?? "" });
      column += 1;
    }
  }
  return lines;
}

const lengthAt = (lengths: readonly (readonly number[])[] | undefined, row: number, column: number): number =>
  lengths?.[row]?.[column] ?? 0;

/** Computes for each pair of places the number of lines that both texts have in common from there on. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly (readonly number[])[] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => []);
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      (lengths[row] as number[])[column] =
        old[row] === next[column]
          ? lengthAt(lengths, row + 1, column + 1) + 1
          : Math.max(lengthAt(lengths, row + 1, column), lengthAt(lengths, row, column + 1));
  return lengths;
}
