import {
  ConnectorError,
  type Cursor,
  type OperationsPart,
  pagesByCursor,
  requireAccountOrGroup,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { compileFilter } from "./filter.ts";
import { findRow, holds, type ObjectRow, readColumns, rowOf, tableOf, toObject } from "./objects.ts";
import type { SqliteSession } from "./session.ts";

// Maximum number of members in one page of groups; a group beyond it is read separately.
const listedMembersMax = 5_000;

/** Operations that read. */
export const readOperations = {
  async serverInfo({ database }) {
    const row = database.prepare("SELECT sqlite_version() AS version").get() as { version: string };
    return { product: "SQLite", version: row.version, limits: { passwordLengthMax: 127 } };
  },
  /** Returns the object types of the file, from the options of the target. */
  async schema({ options }) {
    const strings = (names: readonly string[]) =>
      names.map((name) => ({ name, kind: "string", multi: true, caseExact: true }) as const);
    const name = { name: "name", kind: "string", required: true } as const;
    const password = { name: "password", kind: "string", writeOnly: true } as const;
    return [
      { type: "account", attributes: [name, password, ...strings(options.accountAttributes)] },
      { type: "group", attributes: [name, ...strings(options.groupAttributes)] },
    ];
  },
  /** Returns one object, or undefined. */
  async get(session, { type, ref, attributes }) {
    const known = requireAccountOrGroup(type, holds);
    const row = findRow(session, known, ref);
    return row && toObject(known, row, attributes);
  },
  /** Lists all objects of a type in the order of their ids, so every page can be resumed. */
  async *list(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    const condition = request.filter ? compileFilter(session, type, request.filter) : { sql: "(1)", values: [] };
    const page = session.database.prepare(
      `SELECT ${readColumns[type]} FROM ${tableOf[type]} WHERE id > ? AND ${condition.sql} ORDER BY id LIMIT ?`,
    );
    const read = (after?: Cursor) => page.all(placeOf(after), ...condition.values, request.pageSize) as ObjectRow[];
    for await (const { rows, cursor } of pagesByCursor(request, read, cursorOf, call)) {
      const objects = rows.map((row) => toObject(type, row, request.attributes));
      yield { items: type === "group" ? withMembers(session, rows, objects) : objects, cursor };
    }
  },
  /** Lists the members of a group in the order of their ids. */
  async *members(session, request, call) {
    const group = rowOf(session, "group", request.group);
    const page = session.database.prepare(
      "SELECT id, name FROM memberships JOIN accounts ON id = accountId WHERE groupId = ? AND accountId > ? ORDER BY accountId LIMIT ?",
    );
    const read = (after?: Cursor) =>
      page.all(group.id, placeOf(after), request.pageSize) as Pick<ObjectRow, "id" | "name">[];
    for await (const { rows, cursor } of pagesByCursor(request, read, cursorOf, call))
      yield { items: rows.map(({ id, name }) => ({ type: "account", id: String(id), name })), cursor };
  },
} satisfies OperationsPart<SqliteSession>;

/** Returns groups with their members, read for all groups at once. */
function withMembers({ database }: SqliteSession, rows: readonly ObjectRow[], groups: TargetObject[]): TargetObject[] {
  const last = rows.at(-1)?.id ?? 0;
  const found = database
    .prepare(
      "SELECT groupId, id, name FROM memberships JOIN accounts ON id = accountId WHERE groupId BETWEEN ? AND ? ORDER BY groupId, id LIMIT ?",
    )
    .all(rows[0]?.id ?? 0, last, listedMembersMax + 1) as (Pick<ObjectRow, "id" | "name"> & { groupId: number })[];
  const cut = found.length > listedMembersMax ? (found.at(-1)?.groupId ?? 0) : last + 1;
  const byGroup = Map.groupBy(found, ({ groupId }) => String(groupId));
  return groups.map((group) => {
    const members = (byGroup.get(group.id) ?? []).map(({ id, name }) => ({ type: "account", id: String(id), name }));
    return Number(group.id) < cut ? { ...group, members } : group;
  });
}

function cursorOf({ id }: Pick<ObjectRow, "id">): Cursor {
  return String(id);
}

function placeOf(cursor: Cursor | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,15}$/.test(cursor)) throw new ConnectorError("config", "The cursor was not made by this connector.");
  return Number(cursor);
}
