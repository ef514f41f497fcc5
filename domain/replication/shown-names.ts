import { nodeOfStamp } from "./stamp.ts";

/** Row with an ID or a number that another row may have chosen too. */
export interface Claim {
  readonly key: string;
  /** ID or number as it was chosen. */
  readonly name: string;
  /** Stamp of the column that holds it. */
  readonly stamp: string;
}

/** Place of a row among those that chose one name. */
export interface Rank {
  /** Number among them: 0 has the plain name, and look-ups find only that row. */
  readonly rank: number;
  readonly shown: string;
}

const digits = 4;

/**
 * Returns the ranks of the living rows that chose one name, by key. The older claim keeps the name; the others are shown with the node
 * that claimed it and some digits of their key until somebody renames or unites them. The order of arrival does not matter.
 */
export function ranksOf(claims: readonly Claim[], isTaken: (name: string) => boolean): ReadonlyMap<string, Rank> {
  const ordered = claims.toSorted((a, b) => compare(a.stamp, b.stamp) || compare(a.key, b.key));
  const ranks = new Map<string, Rank>();
  const given = new Set<string>();
  for (const [rank, claim] of ordered.entries()) {
    const shown = rank === 0 ? claim.name : otherName(claim, (name) => given.has(name) || isTaken(name));
    given.add(shown);
    ranks.set(claim.key, { rank, shown });
  }
  return ranks;
}

function otherName({ key, name, stamp }: Claim, isTaken: (name: string) => boolean): string {
  const plain = key.replaceAll("-", "");
  const start = `${name}~${nodeOfStamp(stamp)}-`;
  // The end of a key is a counter in a series of keys, and its start a time: both are folded in.
  for (let length = digits; length < plain.length; length += digits) {
    const shown = start + folded(plain, length);
    if (!isTaken(shown)) return shown;
  }
  return start + plain;
}

/** Returns hex digits in which every digit of a key counts. */
function folded(hex: string, length: number): string {
  const sums = Array.from({ length }, () => 0);
  for (const [at, digit] of [...hex].entries())
    sums[at % length] = (sums[at % length] ?? 0) ^ Number.parseInt(digit, 16);
  return sums.map((sum) => (sum & 15).toString(16)).join("");
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
