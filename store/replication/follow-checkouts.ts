import type { TableName } from "../tables.ts";
import type { WrittenRow } from "./draft.ts";
import type { ReplicationParts } from "./replication.ts";

/**
 * Follows check-outs of other nodes that have just been applied and that await a change of their password: the home node of their account,
 * if it is this one, looks at them at once.
 */
export async function followCheckouts(
  { moments, database, clock, node }: Pick<ReplicationParts, "moments" | "database" | "clock" | "node">,
  written: readonly WrittenRow[],
): Promise<void> {
  const table: TableName = "checkouts";
  const awaiting = written.filter(
    ({ table: of, isLiving, values }) => of === table && isLiving && values["awaitsChange"] === 1,
  );
  for (const { key, values } of awaiting) {
    const text = "SELECT 1 AS `one` FROM `managedAccounts` WHERE `key` = ? AND `homeNode` = ?";
    const isHere = (await database.read(text, [values["managedAccountKey"] ?? null, node])).length > 0;
    if (isHere) await moments.set({ key, kind: "checkout", at: clock.now() });
  }
}
