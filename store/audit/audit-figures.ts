import { analyticsOpenDays } from "#domain/audit-limits.ts";
import { countedDuration, type DurationCount, percentile } from "#domain/discovery/duration-figures.ts";
import { dayMs, dayOf } from "#domain/query/calendar.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import { boundValues, name, sql, type SqlRow } from "../sql/sql.ts";

/**
 * Adds audit rows to the figures of their sessions, of their days and to the totals. The current transaction is the one that puts the rows
 * on the chain, so each row counts once. The work depends on the number of rows only.
 */
export async function addFigures(database: Database, rows: readonly SqlRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sessions = await addToSessions(database, rows);
  for (const group of Map.groupBy(rows, groupKey).values()) await addToDay(database, group);
  await addToSummary(database, rows, sessions);
}

/** Deletes what is needed only while the figures of a day are open; returns the number of days that it closed. */
export async function closeDays(database: Database, clock: Clock): Promise<number> {
  const openFrom = dayOf(clock.now() - analyticsOpenDays * dayMs);
  const due = await database.read(
    "SELECT DISTINCT `day` FROM `sessionLogAnalytics` WHERE `day` < ? AND `closed` = 0 ORDER BY `day` LIMIT 1",
    [openFrom],
  );
  if (due.length === 0 || (await database.read("SELECT 1 AS `one` FROM `auditPending` LIMIT 1")).length > 0) return 0;
  return database.transactions.run(async () => {
    for (const row of due) {
      const day = row["day"] as string;
      await database.write("DELETE FROM `sessionLogDayActors` WHERE `day` = ?", [day]);
      await database.write("DELETE FROM `sessionLogDayDurations` WHERE `day` = ?", [day]);
      await database.write("UPDATE `sessionLogAnalytics` SET `closed` = 1 WHERE `day` = ?", [day]);
    }
    return due.length;
  });
}

/** Returns the number of calls that the rows stand for. */
function callsOf(rows: readonly SqlRow[]): number {
  return rows.reduce((calls, row) => calls + Number(row["calls"]), 0);
}

const sessionColumns = [
  { name: "key", type: "text" },
  { name: "startedAt", type: "number" },
  { name: "lastAt", type: "number" },
  { name: "node", type: "text" },
  { name: "module", type: "text" },
  { name: "actor", type: "text" },
  { name: "ip", type: "text" },
  { name: "entries", type: "number" },
  { name: "failures", type: "number" },
] as const;

/** Adds rows to the figures of their sessions; returns the number of sessions that had no rows before. */
async function addToSessions(database: Database, rows: readonly SqlRow[]): Promise<number> {
  const counted = [...Map.groupBy(rows, (row) => row["sessid"] as string)].map(([sessid, ofSession]) => {
    const times = ofSession.map((row) => Number(row["time"]));
    const first = ofSession[0] ?? {};
    const actor = ofSession.find((row) => row["actor"] !== null)?.["actor"] ?? null;
    const ip = ofSession.find((row) => row["ip"] !== null)?.["ip"] ?? null;
    const failures = callsOf(ofSession.filter((row) => row["result"] !== "S"));
    const span = [Math.min(...times), Math.max(...times)];
    return [sessid, ...span, first["node"], first["module"], actor, ip, callsOf(ofSession), failures];
  });
  const { least, greatest: most } = database.dialect;
  const sessids = counted.map(([sessid]) => sessid as string);
  const written = sql`SELECT COUNT(*) AS ${name("n")} FROM ${name("sessionLogs")} WHERE ${name("entries")} > 0 AND ${database.dialect.listed(name("key"), sessids)}`;
  const [known] = await database.read(written.text, boundValues(written, []));
  const names = sessionColumns.map((column) => `\`${column.name}\``).join(", ");
  await database.write(
    `INSERT INTO \`sessionLogs\` (${names}, \`lastUpdatedModule\`, \`lastUpdatedNode\`, \`version\`) ` +
      `SELECT ${names}, \`module\`, \`node\`, 1 FROM ${database.dialect.jsonRows(sessionColumns)} WHERE 1 = 1 ` +
      database.dialect.onExisting(
        ["key"],
        (given) =>
          `\`startedAt\` = ${least}(\`sessionLogs\`.\`startedAt\`, ${given("startedAt")}), ` +
          `\`lastAt\` = ${most}(\`sessionLogs\`.\`lastAt\`, ${given("lastAt")}), ` +
          `\`actor\` = COALESCE(\`sessionLogs\`.\`actor\`, ${given("actor")}), ` +
          `\`ip\` = COALESCE(\`sessionLogs\`.\`ip\`, ${given("ip")}), ` +
          `\`entries\` = \`sessionLogs\`.\`entries\` + ${given("entries")}, ` +
          `\`failures\` = \`sessionLogs\`.\`failures\` + ${given("failures")}, ` +
          "`version` = `sessionLogs`.`version` + 1",
      ),
    [JSON.stringify(counted)],
  );
  return counted.length - Number(known?.["n"]);
}

function groupKey(row: SqlRow): string {
  return [row["day"], row["operation"], row["result"]].join("-");
}

/** Adds rows of one day with the same operation and result to the figures of the day. */
async function addToDay(database: Database, rows: readonly SqlRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const group = [first["day"] as string, first["operation"] as string, first["result"] as string];
  const key = groupKey(first);
  const [known] = await database.read("SELECT `closed` FROM `sessionLogAnalytics` WHERE `key` = ?", [key]);
  if (known?.["closed"] === 1) return recountDay(database, key, group);
  const dayActors = "`sessionLogDayActors` (`day`, `operation`, `result`, `actor`)";
  const added = await addActors(database, dayActors, rows, group);
  await addDurations(database, group, rows);
  const [p50, p95] = await percentilesOf(database, group);
  await database.write(
    "INSERT INTO `sessionLogAnalytics` (`key`, `day`, `operation`, `result`, `count`, `distinctUsers`, `p50`, `p95`, `closed`, " +
      "`lastUpdatedModule`, `lastUpdatedNode`, `version`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 1) " +
      database.dialect.onExisting(
        ["key"],
        (given) =>
          `\`count\` = \`sessionLogAnalytics\`.\`count\` + ${given("count")}, ` +
          `\`distinctUsers\` = \`sessionLogAnalytics\`.\`distinctUsers\` + ${given("distinctUsers")}, ` +
          `\`p50\` = ${given("p50")}, \`p95\` = ${given("p95")}, \`version\` = \`sessionLogAnalytics\`.\`version\` + 1`,
      ),
    [key, ...group, callsOf(rows), added, p50, p95, first["module"] as string, first["node"] as string],
  );
}

const actorColumn = [{ name: "actor", type: "text" }] as const;

/** Adds the actors of rows to a table, with the given values in the columns before the actor; returns the number of new ones. */
async function addActors(
  database: Database,
  table: string,
  rows: readonly SqlRow[],
  before: readonly string[] = [],
): Promise<number> {
  const actors = [...new Set(rows.map((row) => row["actor"]))].filter((actor) => actor !== null);
  if (actors.length === 0) return 0;
  return database.write(
    `${database.dialect.insertIgnoring} INTO ${table} ` +
      `SELECT ${before.map(() => "?, ").join("")}\`actor\` FROM ${database.dialect.jsonRows(actorColumn)}`,
    [...before, JSON.stringify(actors.map((actor) => [actor]))],
  );
}

const durationColumns = [
  { name: "durationMs", type: "number" },
  { name: "count", type: "number" },
] as const;

async function addDurations(database: Database, group: readonly string[], rows: readonly SqlRow[]): Promise<void> {
  const timed = rows.flatMap((row) => (row["durationMs"] === null ? [] : [countedDuration(Number(row["durationMs"]))]));
  if (timed.length === 0) return;
  const counts = [...Map.groupBy(timed, (durationMs) => durationMs)].map(([durationMs, same]) => [
    durationMs,
    same.length,
  ]);
  await database.write(
    "INSERT INTO `sessionLogDayDurations` (`day`, `operation`, `result`, `durationMs`, `count`) " +
      `SELECT ?, ?, ?, \`durationMs\`, \`count\` FROM ${database.dialect.jsonRows(durationColumns)} WHERE 1 = 1 ` +
      database.dialect.onExisting(
        ["day", "operation", "result", "durationMs"],
        (given) => `\`count\` = \`sessionLogDayDurations\`.\`count\` + ${given("count")}`,
      ),
    [...group, JSON.stringify(counts)],
  );
}

async function percentilesOf(database: Database, group: readonly string[]): Promise<[number | null, number | null]> {
  const rows = await database.read(
    "SELECT `durationMs`, `count` FROM `sessionLogDayDurations` WHERE `day` = ? AND `operation` = ? AND `result` = ? " +
      "ORDER BY `durationMs`",
    group,
  );
  return percentilesFrom(rows);
}

function percentilesFrom(rows: readonly SqlRow[]): [number | null, number | null] {
  const counts: DurationCount[] = rows.map((row) => ({
    durationMs: Number(row["durationMs"]),
    count: Number(row["count"]),
  }));
  return [percentile(counts, 0.5), percentile(counts, 0.95)];
}

/** Counts the rows of a closed day again after late rows; these are rare enough for it. */
async function recountDay(database: Database, key: string, group: readonly string[]): Promise<void> {
  const where = "WHERE `day` = ? AND `operation` = ? AND `result` = ?";
  const [all] = await database.read(
    `SELECT SUM(\`calls\`) AS \`count\`, COUNT(DISTINCT \`actor\`) AS \`actors\` FROM \`sesslog_full\` ${where}`,
    group,
  );
  const durations = await database.read(
    `SELECT \`durationMs\`, COUNT(*) AS \`count\` FROM \`sesslog_full\` ${where} AND \`durationMs\` IS NOT NULL ` +
      "GROUP BY `durationMs` ORDER BY `durationMs`",
    group,
  );
  await database.write(
    "UPDATE `sessionLogAnalytics` SET `count` = ?, `distinctUsers` = ?, `p50` = ?, `p95` = ?, `version` = `version` + 1 WHERE `key` = ?",
    [Number(all?.["count"]), Number(all?.["actors"]), ...percentilesFrom(durations), key],
  );
}

async function addToSummary(database: Database, rows: readonly SqlRow[], sessions: number): Promise<void> {
  const added = await addActors(database, "`sessionLogActors` (`actor`)", rows);
  const having = (result: string) => callsOf(rows.filter((row) => row["result"] === result));
  const times = rows.map((row) => Number(row["time"]));
  const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
  const { least, greatest: most } = database.dialect;
  await database.write(
    "UPDATE `sessionLogSummary` SET `sessions` = `sessions` + ?, `entries` = `entries` + ?, `succeeded` = `succeeded` + ?, " +
      "`failed` = `failed` + ?, `unknown` = `unknown` + ?, `distinctUsers` = `distinctUsers` + ?, " +
      `\`firstAt\` = ${least}(COALESCE(\`firstAt\`, ?), ?), \`lastAt\` = ${most}(COALESCE(\`lastAt\`, ?), ?), ` +
      "`version` = `version` + 1 WHERE `key` = 'all'",
    [sessions, callsOf(rows), having("S"), having("F"), having("N"), added, firstAt, firstAt, lastAt, lastAt],
  );
}
