import type { DiscoveredType } from "#domain/discovery/discovery.ts";

import { type StagedValue, valuesText } from "../changes/value-texts.ts";
import type { Database } from "../database.ts";
import type { SqlRow, SqlValue } from "../sql/sql.ts";
import { insertRows } from "./insert-rows.ts";

/** A staged chunk, without its items. */
export interface StagedChunk {
  readonly number: number;
  readonly type: DiscoveredType;
  readonly hash: string;
  /** Hash over this chunk and all before it. */
  readonly chain: string;
  readonly items: number;
  readonly cursor: string | null;
  readonly last: boolean;
  readonly token: string | null;
}

/** State of a staged object: listed with all attributes, unchanged since its last load, or, from a feed, gone. */
export type StagedState = "listed" | "known" | "gone";

/** A staged object. */
export interface StagedObject {
  readonly state: StagedState;
  readonly id: string;
  readonly name: string;
  /** Hash that shows whether the object has changed since its last load. */
  readonly hash: string;
  /** States; null if the target does not report one. */
  readonly enabled: boolean | null;
  readonly locked: boolean | null;
  readonly expired: boolean | null;
  readonly passwordExpired: boolean | null;
  /** Time from which the password is too old, in milliseconds; null if it is not known. */
  readonly passwordExpiresAt: number | null;
  /** Key in the order of the listing: of several versions of an object, the one with the greatest key is the latest. */
  readonly newKey: string;
  /** Key for its row, if it has none yet; empty if the object was not listed with its attributes. */
  readonly rowKey: string;
  readonly values: readonly StagedValue[];
}

/** A staged membership. */
export interface StagedMember {
  /** Identifier that is the same for the same membership. */
  readonly place: string;
  readonly groupId: string;
  readonly memberId: string | null;
  readonly memberName: string;
  /** Name of the nested group through which it is a member; null = a direct member. */
  readonly through: string | null;
  readonly newKey: string;
}

/** The items of a chunk. */
export interface StagedItems {
  readonly objects: readonly StagedObject[];
  readonly members: readonly StagedMember[];
  /** IDs of groups that hide some of their members. */
  readonly hidden: readonly string[];
}

/** Storage of what a run has listed until it is loaded; all of it in the current transaction. */
export interface Staging {
  /** Returns the chunks of a run in their order. */
  chunks(run: string): Promise<StagedChunk[]>;
  /** Returns the newest chunk of a run; undefined if it has none. */
  newest(run: string): Promise<StagedChunk | undefined>;
  /** Stores a chunk; an object that the run has already stays beside it until the load, a membership is replaced. */
  stage(run: string, chunk: StagedChunk & StagedItems): Promise<void>;
  /** Deletes what a run has staged of one type, but keeps the record of its chunks. */
  forget(run: string, type: DiscoveredType): Promise<void>;
  /** Deletes everything of a run. */
  clear(run: string): Promise<void>;
}

const runTables = [
  "stagedChunks",
  "stagedObjects",
  "stagedMatches",
  "stagedMembers",
  "stagedHidden",
  "stagedValues",
  "stagedRemovals",
  "stagedPeople",
  "stagedSourceValues",
  "stagedProfiles",
  "stagedMisfits",
  "stagedOwners",
] as const;

const chunkColumns = ["run", "number", "type", "hash", "chain", "items", "cursor", "last", "token"] as const;
const objectColumns = [
  "run",
  "type",
  "state",
  "newKey",
  "rowKey",
  "id",
  "name",
  "hash",
  "enabled",
  "locked",
  "expired",
  "passwordExpired",
  "passwordExpiresAt",
  "values",
] as const;
const memberColumns = ["run", "place", "groupId", "memberId", "memberName", "through", "newKey"] as const;

/** Makes the staging of a database. */
export function createStaging(database: Database): Staging {
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
    async stage(run, { objects, members, hidden, ...chunk }) {
      const { number, type, hash, chain, items, cursor, last, token } = chunk;
      await insertRows(database, {
        table: "stagedObjects",
        columns: objectColumns,
        values: objects.flatMap((object) => objectValues(run, type, object)),
      });
      await insertRows(database, {
        table: "stagedMembers",
        columns: memberColumns,
        values: members.flatMap(({ place, groupId, memberId, memberName, through, newKey }) => [
          run,
          place,
          groupId,
          memberId,
          memberName,
          through,
          newKey,
        ]),
      });
      await insertRows(database, {
        table: "stagedHidden",
        columns: ["run", "groupId"],
        values: hidden.flatMap((groupId) => [run, groupId]),
      });
      await insertRows(database, {
        table: "stagedChunks",
        columns: chunkColumns,
        values: [run, number, type, hash, chain, items, cursor, last ? 1 : 0, token],
      });
    },
    async forget(run, type) {
      await database.write("DELETE FROM `stagedObjects` WHERE `run` = ? AND `type` = ?", [run, type]);
      if (type !== "group") return;
      for (const table of ["stagedMembers", "stagedHidden"])
        await database.write(`DELETE FROM \`${table}\` WHERE \`run\` = ?`, [run]);
    },
    async clear(run) {
      const [other] = await database.read("SELECT 1 FROM `stagedChunks` WHERE `run` <> ? LIMIT 1", [run]);
      // Deleting all rows of a table is much faster than deleting many of them.
      const ofRun = other === undefined && database.dialect.oneWriter ? "" : " WHERE `run` = ?";
      for (const table of runTables)
        await database.write(`DELETE FROM \`${table}\`${ofRun}`, ofRun === "" ? [] : [run]);
    },
  };
}

function objectValues(run: string, type: DiscoveredType, object: StagedObject): SqlValue[] {
  const { state, newKey, rowKey, id, name, hash, enabled, locked, expired, values } = object;
  const { passwordExpired, passwordExpiresAt } = object;
  return [
    run,
    type,
    state,
    newKey,
    rowKey,
    id,
    name,
    hash,
    numberOf(enabled),
    numberOf(locked),
    numberOf(expired),
    numberOf(passwordExpired),
    passwordExpiresAt,
    valuesText(values),
  ];
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
