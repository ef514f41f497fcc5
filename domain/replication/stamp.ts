const millisecondDigits = 12;
const counterDigits = 4;
const writerDigits = 8;
const nodeFrom = millisecondDigits + counterDigits + writerDigits;

/** Highest counter that a stamp can hold. */
export const highestStampCounter = 0xffff;

/** Parts of a stamp. */
export interface StampParts {
  /** Time in milliseconds UTC. */
  readonly ms: number;
  /** Number of the stamp within its millisecond. */
  readonly counter: number;
  /** Number of the writing process among all of its database. */
  readonly writer: number;
  readonly node: string;
}

/**
 * Returns the stamp with these parts: 12 hex digits of milliseconds, 4 of a counter, 8 of the writing process, and the node. Stamps
 * compare as text, and the same two compare the same way on every node.
 */
export function stampOf({ ms, counter, writer, node }: StampParts): string {
  return hex(ms, millisecondDigits) + hex(counter, counterDigits) + hex(writer, writerDigits) + node;
}

/** Returns the time of a stamp in milliseconds UTC. */
export function stampedAt(stamp: string): number {
  return Number.parseInt(stamp.slice(0, millisecondDigits), 16);
}

/** Returns the number of a stamp within its millisecond. */
export function counterOfStamp(stamp: string): number {
  return Number.parseInt(stamp.slice(millisecondDigits, millisecondDigits + counterDigits), 16);
}

/** Returns the node that issued a stamp. */
export function nodeOfStamp(stamp: string): string {
  return stamp.slice(nodeFrom);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
