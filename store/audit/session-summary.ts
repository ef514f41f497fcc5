import { throwTranslated } from "../database-errors.ts";
import type { Database } from "../database.ts";

/** Totals of the sessions in a period, counted from the audit rows. */
export interface SessionSummary {
  readonly sessions: number;
  readonly entries: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly distinctUsers: number;
  /** Milliseconds UTC of the first and the last row; null if there is none. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** A period in milliseconds UTC: `from` is included, `to` is not; null = no limit. */
export interface Period {
  readonly from: number | null;
  readonly to: number | null;
}

const ofResult = (result: string) => `SUM(CASE WHEN \`result\` = '${result}' THEN \`calls\` ELSE 0 END)`;
const text =
  "SELECT COUNT(DISTINCT `sessid`) AS `sessions`, SUM(`calls`) AS `entries`, " +
  `${ofResult("S")} AS \`succeeded\`, ${ofResult("F")} AS \`failed\`, ${ofResult("N")} AS \`unknown\`, ` +
  "COUNT(DISTINCT `actor`) AS `distinctUsers`, MIN(`time`) AS `firstAt`, MAX(`time`) AS `lastAt` " +
  "FROM `sesslog_full` WHERE `time` >= ? AND `time` < ?";

/**
 * Sums up the rows of a period, found by the index on time. The reads of one owner take turns with those of others.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export async function summarise(database: Database, { from, to }: Period, owner: string): Promise<SessionSummary> {
  const values = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER];
  const [row = {}] = await database.readFor(owner, text, values).catch(throwTranslated);
  const count = (name: string) => Number(row[name] ?? 0);
  const moment = (name: string) => (row[name] === null ? null : count(name));
  return {
    sessions: count("sessions"),
    entries: count("entries"),
    succeeded: count("succeeded"),
    failed: count("failed"),
    unknown: count("unknown"),
    distinctUsers: count("distinctUsers"),
    firstAt: moment("firstAt"),
    lastAt: moment("lastAt"),
  };
}
