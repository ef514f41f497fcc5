import { createChangePositions } from "../changes/change-positions.ts";
import { columnsOf } from "../rows.ts";
import type { TableName } from "../tables.ts";
import { rowStamps } from "../written-values.ts";
import type { WrittenRow } from "./draft.ts";
import type { ReplicationParts } from "./replication.ts";

const table: TableName = "webhooks";
const progress: TableName = "webhookProgress";

/** Begins to follow the log for webhooks that have just come from another node: they get all that this node changes from now on. */
export async function followWebhooks(
  { database, node }: Pick<ReplicationParts, "database" | "node">,
  written: readonly WrittenRow[],
): Promise<void> {
  for (const { key } of written.filter((row) => row.table === table && row.before === undefined && row.isLiving)) {
    const known = await database.read(`SELECT 1 AS \`one\` FROM \`${progress}\` WHERE \`webhookKey\` = ?`, [key]);
    if (known.length > 0) continue;
    const { column } = createChangePositions(database);
    const [newest] = await database.read(`SELECT MAX(\`${column}\`) AS \`last\` FROM \`changeLog\``);
    const none = Object.fromEntries(Object.keys(columnsOf(progress)).map((name) => [name, null]));
    const row = { ...none, ...rowStamps({ node }, 1, {}), webhookKey: key, position: Number(newest?.["last"] ?? 0) };
    const names = Object.keys(row).map((name) => `\`${name}\``);
    const marks = names.map(() => "?").join(", ");
    await database.write(`INSERT INTO \`${progress}\` (${names.join(", ")}) VALUES (${marks})`, Object.values(row));
  }
}
