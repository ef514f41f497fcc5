import { type Cursor, type OperationsPart, pagesByCursor, requireAccountOrGroup } from "#connectors/contract/index.ts";

import { afterKey, cursorOf, keyOf } from "./cursor.ts";
import { compileFilter } from "./filter.ts";
import { listedMembers, memberPages } from "./group-members.ts";
import { findObject, holds, requireObject, selectOf, toObject } from "./objects.ts";
import type { SqlSession, SqlType } from "./session.ts";

/** Operations that read. */
export const readOperations = {
  /** Returns facts about the server. */
  serverInfo: (session) => session.info(),
  /** Returns the attributes of accounts and roles, which depend on the product. */
  async schema({ kinds }) {
    const attributesOf = (type: SqlType) =>
      kinds[type].attributes.map(({ name, kind, readOnly }) => ({
        name,
        kind,
        caseExact: true,
        ...(readOnly && { readOnly }),
      }));
    const name = { name: "name", kind: "string", required: true, caseExact: true } as const;
    const password = { name: "password", kind: "string", writeOnly: true, caseExact: true } as const;
    return [
      { type: "account", attributes: [name, password, ...attributesOf("account")] },
      { type: "group", attributes: [name, ...attributesOf("group")] },
    ];
  },
  /** Returns one object, or undefined. */
  async get(session, { type, ref, attributes }) {
    return (await findObject(session, type, ref, attributes))?.object;
  },
  /** Lists all objects of a type in the order of their keys, so every page can be resumed on any connection. */
  async *list(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    const kind = session.kinds[type];
    const filter = request.filter ? compileFilter(kind, request.filter) : { sql: "(1 = 1)", values: [] };
    const pageSize = limitOf(request.pageSize);
    const order = `ORDER BY ${kind.key.join(", ")} LIMIT ${pageSize}`;
    const read = async (cursor?: Cursor) => {
      const after = afterKey(kind.key, keyOf(cursor, kind.key.length));
      const text = `${selectOf(kind)} AND ${after.sql} AND ${filter.sql} ${order}`;
      const rows = await session.client.query(text, [...after.values, ...filter.values]);
      return rows.map((row) => toObject(session, type, row, request.attributes));
    };
    for await (const { rows, cursor } of pagesByCursor({ ...request, pageSize }, read, cursorAt, call))
      yield {
        items: type === "account" ? rows.map(({ object }) => object) : await listedMembers(session, rows),
        cursor,
      };
  },
  /** Lists the accounts and roles that belong to a role, directly or by another role. */
  async *members(session, request, call) {
    const group = await requireObject(session, "group", request.group);
    yield* memberPages(session, group, { ...request, pageSize: limitOf(request.pageSize) }, call);
  },
} satisfies OperationsPart<SqlSession>;

function cursorAt({ key }: { readonly key: readonly string[] }): Cursor {
  return cursorOf(key);
}

// The number becomes part of the statement.
function limitOf(pageSize: number): number {
  return Math.max(1, Math.trunc(pageSize));
}
