import type {
  Call,
  GetRequest,
  ListRequest,
  Member,
  MembersRequest,
  ObjectType,
  Page,
  ServerInfo,
  TargetObject,
} from "#connectors/contract/index.ts";

import { afterKey, cursorOf, keyOf } from "./cursor.ts";
import { compileFilter } from "./filter.ts";
import { findObject, knownType, requireObject, selectOf, toObject } from "./objects.ts";
import type { SqlSession, SqlType } from "./session.ts";

/** What the server tells about itself. */
export function serverInfo(session: SqlSession): Promise<ServerInfo> {
  return session.info();
}

/** The attributes of accounts and roles, by the product. */
export async function schema({ kinds }: SqlSession): Promise<readonly ObjectType[]> {
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
}

/** One object or undefined. */
export async function get(
  session: SqlSession,
  { type, ref, attributes }: GetRequest,
): Promise<TargetObject | undefined> {
  return (await findObject(session, type, ref, attributes))?.object;
}

/** All objects of a type in the order of their keys, which makes every page a place to resume on any connection. */
export async function* list(session: SqlSession, request: ListRequest, call: Call): AsyncGenerator<Page<TargetObject>> {
  const type = knownType(request.type);
  const kind = session.kinds[type];
  const filter = request.filter ? compileFilter(kind, request.filter) : { sql: "(1 = 1)", values: [] };
  const limit = limitOf(request.pageSize);
  const order = `ORDER BY ${kind.key.join(", ")} LIMIT ${limit}`;
  let key = keyOf(request.after, kind.key.length);
  let done = 0;
  for (;;) {
    call.signal.throwIfAborted();
    const after = afterKey(kind.key, key);
    const text = `${selectOf(kind)} AND ${after.sql} AND ${filter.sql} ${order}`;
    const rows = await session.client.query(text, [...after.values, ...filter.values]);
    const objects = rows.map((row) => toObject(session, type, row, request.attributes));
    key = objects.at(-1)?.key;
    if (key === undefined) return;
    const cursor = cursorOf(key);
    done += objects.length;
    yield { items: objects.map(({ object }) => object), cursor };
    call.heartbeat({ after: cursor, done });
    if (objects.length < limit) return;
  }
}

/** The accounts and roles that a role was granted to directly. */
export async function* members(session: SqlSession, request: MembersRequest, call: Call): AsyncGenerator<Page<Member>> {
  const group = await requireObject(session, "group", request.group);
  const limit = limitOf(request.pageSize);
  let after = keyOf(request.after, session.memberKeyLength);
  for (;;) {
    call.signal.throwIfAborted();
    const rows = await session.members(group, { after, limit });
    after = rows.at(-1)?.key;
    if (after === undefined) return;
    const cursor = cursorOf(after);
    yield { items: rows.map(({ member }) => member), cursor };
    call.heartbeat({ after: cursor });
    if (rows.length < limit) return;
  }
}

// The number becomes part of the statement.
function limitOf(pageSize: number): number {
  return Math.max(1, Math.trunc(pageSize));
}
