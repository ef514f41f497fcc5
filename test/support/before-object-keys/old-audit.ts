import type { KeyRing } from "#platform/keys/keys.ts";
import { contentHash, linkHash, rowHash } from "#store/audit/audit-content.ts";
import type { Database } from "#store/database.ts";
import type { SqlRow } from "#store/sql/sql.ts";

import { type OldRow, type OldRows, randomKey } from "./old-rows.ts";

/** Number of audit rows before the upgrade. */
export const oldAuditRows = 5;
const chained = 3;
const node = "node1";

/** Writes audit rows with their hashes: the first ones are on the chain, the others wait for it. */
export async function writeOldAudit(
  { rows, database, nowMs }: { readonly rows: OldRows; readonly database: Database; readonly nowMs: number },
  keyRing: KeyRing,
): Promise<void> {
  const time = nowMs - 3_600_000;
  const keys = Array.from({ length: oldAuditRows }, randomKey);
  for (const [index, key] of keys.entries()) {
    const row = {
      key,
      sessid: "s",
      seq: index + 1,
      time: time + index,
      node,
      module: "rest",
      operation: "LGIN",
      result: "S",
      actor: "ada",
      ident: `row ${index}`,
      day: new Date(time).toISOString().slice(0, 10),
      durationMs: 5,
      calls: 1,
    };
    const written = { ...row, lastUpdatedModule: "rest", lastUpdatedNode: node, version: 1 };
    await rows.add("sesslog_full", [{ ...row, contentHash: contentHash(keyRing, written) }]);
  }
  await rows.plain("nodeCounters", [{ name: "sesslog_full", value: oldAuditRows }]);
  await rows.plain("auditChain", await linksOf(database, keyRing, keys.slice(0, chained)));
  const [last] = await database.read("SELECT `hash` FROM `auditChain` WHERE `position` = ?", [chained]);
  await rows.plain("auditChainHeads", [{ node, position: chained, hash: last?.["hash"] }]);
  for (const key of keys.slice(0, chained))
    await database.write("DELETE FROM `auditPending` WHERE `rowKey` = ?", [key]);
}

async function linksOf(database: Database, keyRing: KeyRing, keys: readonly string[]): Promise<OldRow[]> {
  const links: (OldRow & { readonly hash: string })[] = [];
  for (const [index, rowKey] of keys.entries()) {
    const [row] = await database.read("SELECT * FROM `sesslog_full` WHERE `key` = ?", [rowKey]);
    const link = { node, position: index + 1, rowKey, rowHash: rowHash(keyRing, row as SqlRow) };
    links.push({ ...link, hash: linkHash(keyRing, link, links.at(-1)?.hash ?? ""), chainedAt: Date.now() });
  }
  return links;
}
