import type { ColumnStamps } from "#domain/replication/column-stamps.ts";

/** Member of `_v` that holds the life of a row: the stamp of the removal after which it came back. */
export const lifeMember = "@life";
/** Member of stamps in the log that holds the epoch of an owned row; absent in the first epoch. */
export const epochMember = "@epoch";

/** Stamps of a row as `_v` and the change log hold them. */
export interface RowStampParts {
  readonly stamps: ColumnStamps;
  readonly life: string;
  readonly epoch: number;
}

/** Longest `_v` in characters that is logged whole; of a longer one only the columns that are written. */
const wholeMaxCharacters = 200;

/** Parses stamps as `_v` and the change log hold them. */
export function parseStamps(text: string): RowStampParts {
  const {
    [lifeMember]: life = "",
    [epochMember]: epoch = 1,
    ...stamps
  } = JSON.parse(text) as Record<string, string | number>;
  return { stamps: stamps as Record<string, string>, life: String(life), epoch: Number(epoch) };
}

/** Returns the text of the stamps of a row. */
export function stampsText({ stamps, life, epoch }: RowStampParts): string {
  return JSON.stringify({
    ...stamps,
    ...(life === "" ? {} : { [lifeMember]: life }),
    ...(epoch === 1 ? {} : { [epochMember]: epoch }),
  });
}

/** Row that a change replaces, and the columns that it writes; all of them if none are named. */
interface Replaced {
  readonly text: string;
  /** The same, parsed. */
  readonly stamps: Readonly<Record<string, string>>;
  readonly epoch: unknown;
  readonly primaryKey: string;
  readonly columns?: readonly string[];
}

/** Returns the stamps that a change replaces, for its row of the change log. */
export function replacedStamps({ text, stamps, epoch, primaryKey, columns }: Replaced): string {
  const isFirst = epoch === undefined || epoch === 1;
  if (isFirst && (columns === undefined || text.length <= wholeMaxCharacters)) return text;
  const names = columns === undefined ? Object.keys(stamps) : [primaryKey, lifeMember, ...columns];
  const kept: Record<string, unknown> = isFirst ? {} : { [epochMember]: epoch };
  for (const name of names) if (stamps[name] !== undefined) kept[name] = stamps[name];
  return JSON.stringify(kept);
}
