/** A place in a text: line and column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Returns the offset of a place in a text; the length of the text for a place behind its end. */
export function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((length, { length: own }) => length + own + 1, 0);
  return Math.min(start + column - 1, text.length);
}
