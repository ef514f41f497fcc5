import type { DiscoveredType } from "#domain/discovery.ts";

import type { Database, SqlRow, SqlValue } from "../database.ts";
import { loadDialect } from "./dialect.ts";

/** A chunk that was staged, without its items. */
export interface StagedChunk {
  readonly number: number;
  readonly type: DiscoveredType;
  readonly hash: string;
  /** The hash over this chunk and all before it. */
  readonly chain: string;
  readonly items: number;
  readonly cursor: string | null;
  readonly last: boolean;
  readonly token: string | null;
}

/** An object as it is staged. */
export interface StagedObject {
  readonly id: string;
  readonly name: string;
  /** By which an object that has not changed since its last load is known. */
  readonly hash: string;
  /** A feed says that it is gone. */
  readonly removed: boolean;
  readonly values: readonly { readonly name: string; readonly sequence: number; readonly value: string }[];
  /** States that the target does not know are null. */
  readonly enabled: boolean | null;
  readonly locked: boolean | null;
  readonly expired: boolean | null;
  readonly passwordExpired: boolean | null;
  /** The key of its row, where it has none yet. */
  readonly newKey: string;
}

/** A membership as it is staged. */
export interface StagedMember {
  /** The same for the same membership. */
  readonly place: string;
  readonly groupId: string;
  readonly memberId: string | null;
  readonly memberName: string;
  readonly newKey: string;
}

/** The items of a chunk. */
export interface StagedItems {
  readonly objects: readonly StagedObject[];
  readonly members: readonly StagedMember[];
}

/** Where a run keeps what it has listed until it is loaded; all in the current transaction. */
export interface Staging {
  /** The chunks of a run in their order. */
  chunks(run: string): Promise<StagedChunk[]>;
  /** The newest chunk of a run. */
  newest(run: string): Promise<StagedChunk | undefined>;
  /** Keeps a chunk; an object or membership that the run has already is replaced. */
  stage(run: string, targetSystemKey: string, chunk: StagedChunk & StagedItems): Promise<void>;
  /** Forgets what a run has of one type, but not that its chunks were there. */
  forget(run: string, type: DiscoveredType): Promise<void>;
  /** Forgets all of a run. */
  clear(run: string): Promise<void>;
}

const ownTable = { account: "accounts", group: "groups" } as const;
const runTables = ["stagedChunks", "stagedObjects", "stagedMembers", "stagedValues", "stagedRemovals"] as const;

const objectColumns = {
  id: "VARCHAR(400)",
  name: "VARCHAR(190)",
  hash: "VARCHAR(64)",
  removed: "INTEGER",
  attributes: "LONGTEXT",
  enabled: "INTEGER",
  locked: "INTEGER",
  expired: "INTEGER",
  passwordExpired: "INTEGER",
  newKey: "VARCHAR(190)",
} as const;

const memberColumns = {
  place: "VARCHAR(64)",
  groupId: "VARCHAR(400)",
  memberId: "VARCHAR(400)",
  memberName: "VARCHAR(190)",
  newKey: "VARCHAR(190)",
} as const;

/** Makes the staging of a database. */
export function createStaging(database: Database): Staging {
  const sql = loadDialect(database);

  async function insert(
    table: string,
    fixed: Readonly<Record<string, SqlValue>>,
    columns: Readonly<Record<string, string>>,
    rows: readonly object[],
  ) {
    if (rows.length === 0) return;
    const names = [...Object.keys(fixed), ...Object.keys(columns)].map((name) => `\`${name}\``).join(", ");
    const values = [...Object.keys(fixed).map(() => "?"), ...Object.keys(columns).map((name) => sql.column("j", name))];
    await database.write(
      `REPLACE INTO \`${table}\` (${names}) SELECT ${values.join(", ")} FROM ${sql.rowsOf("?", columns, "j")}`,
      [...Object.values(fixed), JSON.stringify(rows)],
    );
  }

  /** The hashes that the objects of a target had when they were loaded. */
  async function knownHashes(type: DiscoveredType, targetSystemKey: string, ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, string | null>();
    const rows = await database.read(
      `SELECT \`stableId\`, \`discoveredHash\` FROM \`${ownTable[type]}\` WHERE \`targetSystemKey\` = ? AND \`stableId\` IN (${ids.map(() => "?").join(", ")})`,
      [targetSystemKey, ...ids],
    );
    return new Map(rows.map((row) => [row["stableId"] as string, row["discoveredHash"] as string | null]));
  }

  return {
    async chunks(run) {
      return (await database.read("SELECT * FROM `stagedChunks` WHERE `run` = ? ORDER BY `number`", [run])).map(
        chunkOf,
      );
    },
    async newest(run) {
      const [row] = await database.read("SELECT * FROM `stagedChunks` WHERE `run` = ? ORDER BY `number` DESC LIMIT 1", [
        run,
      ]);
      return row && chunkOf(row);
    },
    async stage(run, targetSystemKey, { objects, members, ...chunk }) {
      const { number, type, hash, chain, items, cursor, last, token } = chunk;
      const known = await knownHashes(
        type,
        targetSystemKey,
        objects.map(({ id }) => id),
      );
      const rows = objects.map(({ values, ...object }) => ({
        ...object,
        removed: Number(object.removed),
        // What is known is not carried further: an object without attributes is one that has not changed.
        attributes: known.get(object.id) === object.hash ? null : JSON.stringify(values),
        enabled: numberOf(object.enabled),
        locked: numberOf(object.locked),
        expired: numberOf(object.expired),
        passwordExpired: numberOf(object.passwordExpired),
      }));
      await insert("stagedObjects", { run, type }, objectColumns, rows);
      await insert("stagedMembers", { run }, memberColumns, members);
      await database.write(
        "INSERT INTO `stagedChunks` (`run`, `number`, `type`, `hash`, `chain`, `items`, `cursor`, `last`, `token`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [run, number, type, hash, chain, items, cursor, last ? 1 : 0, token],
      );
    },
    async forget(run, type) {
      await database.write("DELETE FROM `stagedObjects` WHERE `run` = ? AND `type` = ?", [run, type]);
      if (type === "group") await database.write("DELETE FROM `stagedMembers` WHERE `run` = ?", [run]);
    },
    async clear(run) {
      for (const table of runTables) await database.write(`DELETE FROM \`${table}\` WHERE \`run\` = ?`, [run]);
    },
  };
}

function chunkOf(row: SqlRow): StagedChunk {
  return {
    number: row["number"] as number,
    type: row["type"] as DiscoveredType,
    hash: row["hash"] as string,
    chain: row["chain"] as string,
    items: row["items"] as number,
    cursor: row["cursor"] as string | null,
    last: row["last"] === 1,
    token: row["token"] as string | null,
  };
}

function numberOf(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag);
}
