import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import { type Database, withDatabase } from "#store/database.ts";
import { marks } from "#store/sql/sql.ts";

import { requireLoggedRows } from "./change-log-check.ts";

/** Throws if a test leaves rows that the service cannot have written: rows without their change, or requests without their end. */
export async function requireSoundRows(databaseUrl: string): Promise<void> {
  await withDatabase({ databaseUrl }, async (database) => {
    await requireLoggedRows(database);
    await requireEnds(database);
  });
}

/** Throws if a request is open although its phases have denied it: its end belongs to the transaction of the denial. */
async function requireEnds(database: Database): Promise<void> {
  // Rows that a test has invented have no ledger.
  const rows = await database.read(
    "SELECT r.`key`, r.`status` FROM `reqbatch` r JOIN `requestPhases` p ON p.`requestKey` = r.`key` AND p.`state` = ? " +
      `JOIN \`requestEvents\` e ON e.\`requestKey\` = r.\`key\` AND e.\`sequence\` = 1 WHERE r.\`status\` IN (${marks(openStatuses).text})`,
    [PhaseState.Denied, ...openStatuses],
  );
  const open = rows.map((row) => [row["key"], row["status"]].join(" "));
  if (open.length > 0) throw new Error(`denied requests that have not ended: ${open.join("; ")}`);
}
