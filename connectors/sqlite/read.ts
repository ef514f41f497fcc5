import {
  type Call,
  ConnectorError,
  type GetRequest,
  type ListRequest,
  type Member,
  type MembersRequest,
  type ObjectType,
  type Page,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { compileFilter } from "./filter.ts";
import { findRow, knownType, type ObjectRow, readColumns, rowOf, tableOf, toObject } from "./objects.ts";
import type { SqliteSession } from "./session.ts";

/** The object types of the file, from the options of the target. */
export async function schema({ options }: SqliteSession): Promise<readonly ObjectType[]> {
  const strings = (names: readonly string[]) =>
    names.map((name) => ({ name, kind: "string", multi: true, caseExact: true }) as const);
  const name = { name: "name", kind: "string", required: true } as const;
  return [
    {
      type: "account",
      attributes: [name, { name: "password", kind: "string", writeOnly: true }, ...strings(options.accountAttributes)],
    },
    { type: "group", attributes: [name, ...strings(options.groupAttributes)] },
  ];
}

/** One object or undefined. */
export async function get(
  session: SqliteSession,
  { type, ref, attributes }: GetRequest,
): Promise<TargetObject | undefined> {
  const known = knownType(type);
  const row = findRow(session, known, ref);
  return row && toObject(known, row, attributes);
}

/** All objects of a type in the order of their ids, which makes every page a place to resume. */
export async function* list(
  session: SqliteSession,
  request: ListRequest,
  call: Call,
): AsyncGenerator<Page<TargetObject>> {
  const type = knownType(request.type);
  const condition = request.filter ? compileFilter(session, type, request.filter) : { sql: "(1)", values: [] };
  const page = session.database.prepare(
    `SELECT ${readColumns[type]} FROM ${tableOf[type]} WHERE id > ? AND ${condition.sql} ORDER BY id LIMIT ?`,
  );
  let after = placeOf(request.after);
  let done = 0;
  for (;;) {
    call.signal.throwIfAborted();
    const rows = page.all(after, ...condition.values, request.pageSize) as ObjectRow[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    done += rows.length;
    yield { items: rows.map((row) => toObject(type, row, request.attributes)), cursor: String(after) };
    call.heartbeat({ after: String(after), done });
    if (rows.length < request.pageSize) return;
  }
}

/** The members of a group in the order of their ids. */
export async function* members(
  session: SqliteSession,
  request: MembersRequest,
  call: Call,
): AsyncGenerator<Page<Member>> {
  const group = rowOf(session, "group", request.group);
  const page = session.database.prepare(
    "SELECT id, name FROM memberships JOIN accounts ON id = accountId WHERE groupId = ? AND accountId > ? ORDER BY accountId LIMIT ?",
  );
  let after = placeOf(request.after);
  for (;;) {
    call.signal.throwIfAborted();
    const rows = page.all(group.id, after, request.pageSize) as { id: number; name: string }[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield { items: rows.map(({ id, name }) => ({ type: "account", id: String(id), name })), cursor: String(after) };
    call.heartbeat({ after: String(after) });
    if (rows.length < request.pageSize) return;
  }
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,15}$/.test(cursor)) throw new ConnectorError("config", "The cursor was not made by this connector.");
  return Number(cursor);
}
