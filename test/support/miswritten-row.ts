import type { HashKeys } from "#store/audit/audit-content.ts";
import type { SqlRow } from "#store/sql/sql.ts";

/** Columns over which version 1 of the hashes is computed. */
const hashed = [
  "key",
  "sessid",
  "seq",
  "time",
  "node",
  "module",
  "operation",
  "result",
  "actor",
  "recipient",
  "ident",
  "targetSystem",
  "account",
  "batchId",
  "ip",
  "requestId",
  "message",
  "day",
  "durationMs",
  "changes",
  "lastUpdatedModule",
  "lastUpdatedNode",
  "version",
];

const refused: SqlRow = {
  key: "k",
  sessid: "s",
  seq: 1,
  time: 5,
  node: "node1",
  module: "rest",
  operation: "RQSB",
  result: "F",
  actor: "ben",
  recipient: null,
  ident: null,
  targetSystem: null,
  account: null,
  batchId: null,
  ip: null,
  requestId: "r",
  message: "FORBIDDEN",
  day: "2030-01-01",
  durationMs: 1,
  changes: null,
  lastUpdatedModule: "rest",
  lastUpdatedNode: "node1",
  version: 1,
  calls: 1,
  _v: "{}",
};

/** Returns the row of a refused call as the first versions wrote it: hashed with some values, stored with others. */
export function miswrittenRow(keys: HashKeys, given: SqlRow, stored: SqlRow): SqlRow {
  const text = JSON.stringify(hashed.map((column) => ({ ...refused, ...given })[column] ?? null));
  return { ...refused, ...stored, contentHash: `1.${keys.fingerprint("audit row", text)}` };
}
