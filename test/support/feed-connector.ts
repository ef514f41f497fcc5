import type Database from "better-sqlite3";

import { type ChangePage, type ChangesRequest, ConnectorError, defineConnector } from "#connectors/contract/index.ts";

import faultConnector from "./fault-connector.ts";
import { type FaultRow, toFaultObject } from "./fault-directory.ts";

const pageSize = 10;

/** The fault connector with a change feed that shows deletions; its token is a position of the directory's own feed. */
export const feedConnector = defineConnector({
  ...faultConnector.definition,
  operations: { ...faultConnector.definition.operations, changes },
});

async function* changes(
  { database }: { readonly database: Database.Database },
  { type, token }: ChangesRequest,
): AsyncGenerator<ChangePage> {
  const newest = Number(database.prepare("SELECT COALESCE(MAX(position), 0) FROM feed").pluck().get());
  if (token === undefined) return yield { changes: [], token: String(newest), more: false, showsDeletions: true };
  if (!/^\d+$/.test(token)) throw new ConnectorError("config", "The token was not made by this connector.");
  for (let after = Number(token); ;) {
    const rows = database
      .prepare("SELECT position, objectId FROM feed WHERE type = ? AND position > ? ORDER BY position LIMIT ?")
      .all(type, after, pageSize) as { position: number; objectId: number }[];
    const more = rows.length === pageSize;
    after = more ? (rows.at(-1)?.position ?? after) : Math.max(after, newest);
    const page = rows.map(({ objectId }) => {
      const row = database.prepare("SELECT * FROM objects WHERE id = ?").get(objectId) as FaultRow | undefined;
      if (row === undefined) return { kind: "delete", type, id: String(objectId) } as const;
      const { enabled, createdBy: _createdBy, ...object } = toFaultObject(row);
      return { kind: "upsert", object: { ...object, state: { enabled } } } as const;
    });
    yield { changes: page, token: String(after), more, showsDeletions: true };
    if (!more) return;
  }
}
