import type { Secret } from "#connectors/contract/index.ts";
import type { KeyFacts } from "#platform/keys/key-ring-file.ts";
import { type KeyRing, KeyRingError, sealedStart } from "#platform/keys/keys.ts";

import { throwTranslated } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { recordKeys } from "./key-ring-record.ts";
import { exchangedColumns, type SealedColumn, sealedColumns } from "./sealed-columns.ts";
import type { SqlRow, SqlValue } from "./sql/sql.ts";
import type { Writer } from "./writer.ts";

/** Number of texts of a column that one key has sealed. */
export interface SealedCount {
  readonly table: string;
  readonly column: string;
  /** ID of the key; null if the texts do not name their key. */
  readonly kid: string | null;
  readonly texts: number;
}

/** Progress of a pass over all sealed texts: it continues after this row of this column. */
export interface VaultPlace {
  /** Number of the column among all sealed ones. */
  readonly column: number;
  /** Key of the last row that was checked; empty at the beginning of a column. */
  readonly after: string;
}

/** A sealed text that does not open. */
export interface BrokenText {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  /** Fault of the text, without any part of it. */
  readonly reason: string;
}

/** Result of one page of a pass. */
export interface VaultPage {
  /** Number of texts that were opened, or rewrapped. */
  readonly done: number;
  readonly broken: readonly BrokenText[];
  /** Start of the next page; null after the last one. */
  readonly next: VaultPlace | null;
}

/** Keys that seal, and all texts of the database that are sealed with them. */
export interface Vault {
  /** Returns the keys of the ring, the oldest first. */
  keys(): readonly KeyFacts[];
  /** Counts the texts that each key has sealed, by column. */
  counts(): Promise<readonly SealedCount[]>;
  /** Opens a page of texts. */
  verify(from: VaultPlace): Promise<VaultPage>;
  /** Wraps a page of texts of older keys with the current one, in the current transaction; each as it is at that moment. */
  rewrap(from: VaultPlace): Promise<VaultPage>;
  /** Adds a key to the ring, which becomes the current one; not in a transaction. */
  addKey(): Promise<string>;
  /** Records in the current transaction which keys have sealed in this database. */
  recordKeys(): Promise<void>;
  /** Removes a key from the ring except for what verifies with it; not in a transaction. */
  removeKey(kid: string): Promise<void>;
  /** Returns true if only a passphrase opens the key ring. */
  isWrapped(): boolean;
  /**
   * Wraps the key ring by the passphrase of the settings, or by that of another file, and returns where the passphrase came from; not in a
   * transaction.
   * @throws RingPassphraseError
   */
  wrapRing(otherFile?: string): Promise<string>;
  /** Writes the key ring in clear; not in a transaction. */
  unwrapRing(): Promise<void>;
  /** Returns the key ring in clear, wrapped or not: its holder can open every secret. */
  ringInClear(): Secret;
}

/** Texts that are read together. */
const pageTexts = 100;
const kidForm = /^v1\|([0-9a-f]{12})\|$/;
const startCharacters = sealedStart("0".repeat(12)).length;

/** Makes the vault of a database. */
export function createVault(parts: {
  readonly database: Database;
  readonly writer: Writer;
  readonly keyRing: KeyRing;
}): Vault {
  const { database, writer, keyRing } = parts;
  const exchanged = exchangedColumns(database, writer);
  return {
    keys: () => keyRing.facts(),
    counts: async () => {
      const all: SealedCount[] = [];
      for (const column of sealedColumns) all.push(...(await countsOf(database, column)));
      return all;
    },
    verify: (from) =>
      lookAtPage(database, from, {
        condition: () => "",
        values: [],
        each: (_number, row, at) => {
          keyRing.unseal(row[at.column] as string, at);
          return Promise.resolve(true);
        },
      }),
    rewrap: (from) =>
      lookAtPage(database, from, {
        condition: (column) => ` AND \`${column}\` NOT LIKE ?`,
        values: [`${sealedStart(keyRing.current())}%`],
        each: async (number, _row, at) => {
          const column = exchanged[number];
          // A text that was changed since the page was read is taken as it is now.
          const text = (await column?.lock(at.key)) ?? null;
          if (text === null || !keyRing.needsRewrap(text)) return false;
          await column?.put(at.key, keyRing.rewrap(text, at));
          return true;
        },
      }),
    addKey: () => keyRing.rotate(),
    recordKeys: () => recordKeys(database, keyRing),
    removeKey: (kid) => keyRing.remove(kid),
    isWrapped: () => keyRing.isWrapped(),
    wrapRing: (otherFile) => keyRing.wrap(otherFile),
    unwrapRing: () => keyRing.unwrap(),
    ringInClear: () => keyRing.inClear(),
  };
}

function read(database: Database, text: string, values: readonly SqlValue[] = []): Promise<SqlRow[]> {
  return database.read(text, values).catch(throwTranslated);
}

async function countsOf(database: Database, { table, column }: SealedColumn): Promise<readonly SealedCount[]> {
  const start = `SUBSTR(\`${column}\`, 1, ${startCharacters})`;
  const rows = await read(
    database,
    `SELECT ${start} AS \`start\`, COUNT(*) AS \`texts\` FROM \`${table}\` WHERE \`${column}\` IS NOT NULL GROUP BY ${start}`,
  );
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const kid = kidForm.exec(String(row["start"]))?.[1] ?? null;
    counts.set(kid, (counts.get(kid) ?? 0) + Number(row["texts"]));
  }
  return [...counts].map(([kid, texts]) => ({ table, column, kid, texts }));
}

/** Processes the texts after a place, at most a page of them and of one column. */
async function lookAtPage(database: Database, from: VaultPlace, look: PageLook): Promise<VaultPage> {
  const at = sealedColumns[from.column];
  if (at === undefined) return { done: 0, broken: [], next: null };
  const { table, primaryKey, column } = at;
  const rows = await read(
    database,
    `SELECT \`${primaryKey}\`, \`${column}\` FROM \`${table}\` WHERE \`${column}\` IS NOT NULL AND \`${primaryKey}\` > ?${look.condition(column)} ORDER BY \`${primaryKey}\` LIMIT ${pageTexts}`,
    [from.after, ...look.values],
  );
  const broken: BrokenText[] = [];
  let done = 0;
  for (const row of rows) {
    const key = row[primaryKey] as string;
    try {
      if (await look.each(from.column, row, { table, column, key })) done += 1;
    } catch (error) {
      if (!(error instanceof KeyRingError)) throw error;
      broken.push({ table, column, key, reason: error.message });
    }
  }
  return { done, broken, next: nextPlace(from, String(rows.at(-1)?.[primaryKey]), rows.length) };
}

/** Work on each text of a page. */
interface PageLook {
  /** Returns a further condition on the texts of a page. */
  condition(column: string): string;
  readonly values: readonly SqlValue[];
  /** @throws KeyRingError where the text does not open */
  each(number: number, row: SqlRow, at: { table: string; column: string; key: string }): Promise<boolean>;
}

function nextPlace(from: VaultPlace, last: string, rows: number): VaultPlace | null {
  if (rows === pageTexts) return { column: from.column, after: last };
  return from.column + 1 < sealedColumns.length ? { column: from.column + 1, after: "" } : null;
}
