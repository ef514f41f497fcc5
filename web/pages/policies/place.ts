/** A place in a text, its line and column counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** How many characters stand before a place; of one behind the end, all of them. */
export function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((length, { length: own }) => length + own + 1, 0);
  return Math.min(start + column - 1, text.length);
}
