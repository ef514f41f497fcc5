import { incarnationIn, laneOf, nodeOfOrigin, originOf, placeIn } from "#domain/replication/origin.ts";
import type { ColumnValue, ReplicatedChange } from "#domain/replication/replicated-change.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { boundValues, name, sql, type SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { replicatedChanges } from "./logged-change.ts";
import type { Numbers } from "./numbers.ts";
import { createPeers } from "./peers.ts";
import type { Answer, Pull, ReplicationParts, SentSecret } from "./replication.ts";

const rowsAtOnceMax = 1_000;
/** Most characters of an answer, except for those of its last change. */
const charactersMax = 4 * 1024 ** 2;

type Parts = Pick<ReplicationParts, "database" | "keyRing" | "epoch" | "node" | "clock"> & {
  readonly numbers: Numbers;
};

/** Reads the answer to a pull from the log, up to a position. */
export async function readAnswer(parts: Parts, pull: Pull, upTo: number): Promise<Answer> {
  const { database, epoch, node } = parts;
  const found: ReplicatedChange[] = [];
  let characters = 0;
  const asked = pull.logEpoch === epoch.current ? pull.position : 0;
  let position = Math.max(asked, await parts.numbers.began());
  const isFull = () => found.length >= pull.max || characters >= charactersMax;
  while (position < upTo && !isFull()) {
    const rows = await page(parts, pull, { after: position, upTo });
    for (const row of rows) {
      if (isFull()) break;
      position = Number(row["place"]);
      if (!isAsked(row, pull)) continue;
      const wanted = replicatedChanges(row).filter((change) => placeIn(pull.vector, change) !== "known");
      if (wanted.length > 0) characters += String(row["data"]).length;
      found.push(...wanted);
    }
    if (rows.length < rowsAtOnceMax && !isFull()) position = upTo;
  }
  const vector = await createPeers(parts).vector();
  return {
    from: node,
    logEpoch: epoch.current,
    position,
    vector,
    without: pull.without,
    ...(pull.lane !== undefined && { lane: pull.lane }),
    ...(await withSecrets(database, parts.keyRing, found)),
  };
}

/** Returns true if a row has numbers, of an origin that is asked for; its changes are not even parsed otherwise. */
function isAsked(row: SqlRow, { lane, without }: Pull): boolean {
  if (Number(row["originSeq"] ?? 0) === 0) return false;
  const origin = originOf(row["origin"] as string, Number(row["incarnation"]));
  return (lane === undefined || laneOf(origin) === lane) && !without.includes(origin);
}

/** Origins that are passed over by the database; of more, their rows are read and passed over here. */
const passedOverMax = 50;

function page(
  { database, numbers: { column } }: Parts,
  { without }: Pull,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<SqlRow[]> {
  const passedOver = without.slice(0, passedOverMax);
  return database.read(
    `SELECT *, \`${column}\` AS \`place\` FROM \`changeLog\` WHERE \`${column}\` > ? AND \`${column}\` <= ?` +
      passedOver.map(() => " AND NOT (`origin` = ? AND `incarnation` = ?)").join("") +
      ` ORDER BY \`${column}\` LIMIT ${rowsAtOnceMax}`,
    [after, upTo, ...passedOver.flatMap((origin) => [nodeOfOrigin(origin), incarnationIn(origin)])],
  );
}

/** Opens the secrets of changes. One that has been replaced, or whose row is gone, is sent with the change that did so. */
async function withSecrets(
  database: Database,
  keyRing: Pick<KeyRing, "unseal">,
  changes: readonly ReplicatedChange[],
): Promise<Pick<Answer, "changes" | "secrets">> {
  const secrets: SentSecret[] = [];
  const rows = await rowsWithSecrets(database, changes);
  const shown = changes.map((change) => {
    const { origin, seq, table, key } = change;
    const sealed = sealedIn(change);
    if (sealed.length === 0) return change;
    const row = rows.get(`${table}\n${key}`);
    const values: Record<string, ColumnValue> = { ...change.values };
    for (const column of sealed) {
      const text = row?.[column];
      if (typeof text !== "string" || text === "") values[column] = null;
      else secrets.push({ origin, seq, column, secret: keyRing.unseal(text, { table, column, key }) });
    }
    return { ...change, values };
  });
  return { changes: shown, secrets };
}

const sealedIn = ({ table, values }: ReplicatedChange): string[] =>
  Object.keys(values).filter((column) => tables[table as TableName].columns[column]?.kind === "sealed");

async function rowsWithSecrets(
  { dialect, read }: Database,
  changes: readonly ReplicatedChange[],
): Promise<ReadonlyMap<string, SqlRow>> {
  const rows = new Map<string, SqlRow>();
  const withSealed = changes.filter((change) => sealedIn(change).length > 0);
  for (const [table, some] of Map.groupBy(withSealed, (change) => change.table as TableName)) {
    const keys = [...new Set(some.map(({ key }) => key))];
    const key = primaryKeyOf(table);
    for (let from = 0; from < keys.length; from += rowsAtOnceMax) {
      const wanted = dialect.listed(name(key), keys.slice(from, from + rowsAtOnceMax));
      const text = sql`SELECT * FROM ${name(table)} WHERE ${wanted}`;
      for (const row of await read(text.text, boundValues(text, []))) rows.set(`${table}\n${String(row[key])}`, row);
    }
  }
  return rows;
}
