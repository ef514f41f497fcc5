/**
 * Stamps of the columns of a row as `_v` holds them: a column without an entry has the stamp of the primary key. An empty stamp is that of
 * a value that nobody wrote, and every other one is later.
 */
export type ColumnStamps = Readonly<Record<string, string>>;

/** Stamp of a value that nobody wrote, such as that of a column which a newer version added. */
const unwritten = "";

/** Returns the stamp of a column. */
export function columnStamp(stamps: ColumnStamps, primaryKey: string, column: string): string {
  return stamps[column] ?? stamps[primaryKey] ?? unwritten;
}

/** Returns the latest stamp of a row. */
export function latestStamp(stamps: ColumnStamps): string {
  return Object.values(stamps).reduce((latest, stamp) => (stamp > latest ? stamp : latest), unwritten);
}

/** Returns the stamps of some columns without the entries that say the same as the one of the primary key. */
export function shortStamps(all: ColumnStamps, primaryKey: string): ColumnStamps {
  const own = all[primaryKey];
  return Object.fromEntries(Object.entries(all).filter(([column, stamp]) => column === primaryKey || stamp !== own));
}
