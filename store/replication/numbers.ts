import { incarnationOf, type Lane, lanes, originOf } from "#domain/replication/origin.ts";

import { createChangePositions } from "../changes/change-positions.ts";
import { insertedTogether } from "../changes/change.ts";
import type { Database } from "../database.ts";
import type { SqlRow } from "../sql/sql.ts";
import { beganCounter, beginLog, endedCounter } from "./begin-log.ts";
import { leavingTables } from "./lives.ts";
import { numberedCounter } from "./require-home.ts";

/** Numbers of the changes of this node, without holes: they are given after the commit, so no undone transaction leaves one. */
export interface Numbers {
  /** Column of the log that holds the position of a change. */
  readonly column: "seq" | "position";
  /** Numbers the changes that have none yet, and returns the position up to which all have theirs. Not in a transaction. */
  give(): Promise<number>;
  /** Returns the origins of the changes that are made now. */
  origins(): Promise<readonly string[]>;
  /** Returns the position behind which other nodes find everything. */
  began(): Promise<number>;
}

const givenAtOnceMax = 5_000;
const numberColumns = [
  { name: "seq", type: "number" },
  { name: "number", type: "number" },
  { name: "incarnation", type: "number" },
] as const;

const restoredText = "SELECT `value` FROM `nodeCounters` WHERE `name` = 'restoredAt'";
const endedText = `SELECT \`value\` FROM \`nodeCounters\` WHERE \`name\` = '${endedCounter}'`;
const headText = `SELECT \`value\` FROM \`nodeCounters\` WHERE \`name\` = '${numberedCounter}'`;

/** Makes the numbers of a database. */
export function createNumbers(database: Database, node: string): Numbers {
  const positions = createChangePositions(database);
  const { column } = positions;
  const incarnations = async (): Promise<Readonly<Record<Lane, number>>> => {
    const restoredAt = Number((await database.read(restoredText))[0]?.["value"] ?? 0);
    return { edits: incarnationOf(restoredAt, "edits"), load: incarnationOf(restoredAt, "load") };
  };

  async function lastOf(incarnation: number): Promise<number> {
    const origin = originOf(node, incarnation);
    const [known] = await database.read("SELECT `seq` FROM `replicationVector` WHERE `origin` = ?", [origin]);
    return Number(known?.["seq"] ?? 0);
  }

  async function giveSome(newest: number): Promise<number> {
    const [head] = await database.read(headText + database.dialect.forUpdate);
    const after = Number(head?.["value"] ?? 0);
    if (newest <= after) return after;
    const found = await database.read(
      `SELECT \`seq\`, \`${column}\` AS \`place\`, \`tableName\`, \`originSeq\`, \`incarnation\`, CASE WHEN \`operation\` = '${insertedTogether}' THEN \`data\` END AS \`data\` ` +
        `FROM \`changeLog\` WHERE \`${column}\` > ? AND \`${column}\` <= ? ORDER BY \`${column}\` LIMIT ${givenAtOnceMax}`,
      [after, newest],
    );
    const own = await incarnations();
    const last = { edits: await lastOf(own.edits), load: await lastOf(own.load) };
    const before = { ...last };
    // What is older than the whole rows travels with them.
    const [ended] = await database.read(endedText);
    const loadsFrom = Number(ended?.["value"] ?? 0);
    const given = found.flatMap((row) => {
      if (row["originSeq"] !== null || !leavingTables.has(String(row["tableName"]))) return [];
      const lane = row["incarnation"] === null || Number(row["place"]) <= loadsFrom ? "edits" : "load";
      const number = last[lane] + 1;
      last[lane] += changesIn(row);
      return [[row["seq"], number, own[lane]]];
    });
    if (given.length > 0) {
      const { text, values } = database.dialect.load.updateFrom({
        table: "changeLog",
        from: { text: database.dialect.jsonRows(numberColumns), values: [JSON.stringify(given)] },
        where: { text: "t.`seq` = j.`seq`", values: [] },
        set: { originSeq: "j.`number`", incarnation: "j.`incarnation`" },
        setValues: [],
      });
      await database.write(text, values);
      for (const lane of lanes)
        if (last[lane] > before[lane])
          await database.write("REPLACE INTO `replicationVector` (`origin`, `seq`) VALUES (?, ?)", [
            originOf(node, own[lane]),
            last[lane],
          ]);
    }
    const upTo = found.length < givenAtOnceMax ? newest : Number(found.at(-1)?.["place"]);
    await database.write("UPDATE `nodeCounters` SET `value` = ? WHERE `name` = ?", [upTo, numberedCounter]);
    return upTo;
  }

  return {
    column,
    async give() {
      if ((await database.read(headText)).length === 0) await beginLog(database, node);
      for (;;) {
        const newest = await positions.newest();
        const [head] = await database.read(headText);
        const upTo = Number(head?.["value"] ?? 0);
        if (upTo >= newest) return upTo;
        if ((await database.transactions.run(() => giveSome(newest))) >= newest) return newest;
      }
    },
    async origins() {
      const own = await incarnations();
      return lanes.map((lane) => originOf(node, own[lane]));
    },
    async began() {
      const [row] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = ?", [beganCounter]);
      return Number(row?.["value"] ?? 0);
    },
  };
}

/** Returns the number of changes for which a row of the log stands. */
function changesIn({ data }: SqlRow): number {
  return typeof data === "string" ? Object.keys(JSON.parse(data) as object).length : 1;
}
