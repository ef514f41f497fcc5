import {
  type Attributes,
  type Call,
  ConnectorError,
  type CreateRequest,
  type DeleteRequest,
  type Delta,
  type MemberRequest,
  newNameOf,
  type ObjectRef,
  requireName,
  type Scalar,
  type TargetObject,
  type UpdateRequest,
} from "#connectors/contract/index.ts";

import { checkAttributes, findRow, knownType, rowOf, tableOf, toObject } from "./objects.ts";
import { acceptPassword } from "./passwords.ts";
import type { SqliteSession } from "./session.ts";

/** Makes an account or group and stores with it which operation made it. */
export async function create(session: SqliteSession, request: CreateRequest, call: Call): Promise<TargetObject> {
  const type = knownType(request.type);
  requireName(request.name);
  checkAttributes(session, type, Object.keys(request.attributes));
  const attributes = JSON.stringify(plainAttributes(request.attributes));
  const hash = type === "account" && request.password ? await acceptPassword(session, request.password, []) : null;
  const columns = type === "account" ? ", passwordHash" : "";
  const insert = session.database.prepare(
    `INSERT INTO ${tableOf[type]} (name, attributes, createdBy${columns}) VALUES (?, ?, ?${columns && ", ?"})`,
  );
  const values = [request.name, attributes, call.operation.id, ...(type === "account" ? [hash] : [])];
  const { lastInsertRowid } = insert.run(...values);
  return toObject(type, rowOf(session, type, { id: String(lastInsertRowid), name: request.name }));
}

/** Applies all deltas or none; `name` renames. */
export async function update(session: SqliteSession, { type, ref, deltas }: UpdateRequest): Promise<ObjectRef> {
  const known = knownType(type);
  checkAttributes(
    session,
    known,
    deltas.map(({ attr }) => attr).filter((attr) => attr !== "name"),
  );
  const apply = session.database.transaction((): ObjectRef => {
    const row = rowOf(session, known, ref);
    let name = row.name;
    const attributes = { ...(JSON.parse(row.attributes) as Attributes) };
    for (const delta of deltas) {
      if (delta.attr === "name") {
        name = newNameOf([delta]);
        continue;
      }
      const values = changed(attributes[delta.attr] ?? [], delta);
      if (values.length > 0) attributes[delta.attr] = values;
      else delete attributes[delta.attr];
    }
    const save = session.database.prepare(`UPDATE ${tableOf[known]} SET name = ?, attributes = ? WHERE id = ?`);
    save.run(name, JSON.stringify(plainAttributes(attributes)), row.id);
    return { id: String(row.id), name };
  });
  return apply.immediate();
}

/** Deletes an object with its memberships; an absent one is success. */
export async function remove(session: SqliteSession, { type, ref }: DeleteRequest): Promise<void> {
  const known = knownType(type);
  const row = findRow(session, known, ref);
  if (row !== undefined) session.database.prepare(`DELETE FROM ${tableOf[known]} WHERE id = ?`).run(row.id);
}

/** Puts an account into a group; being in it already is success. */
export async function addMember(session: SqliteSession, request: MemberRequest): Promise<void> {
  const { groupId, accountId } = membership(session, request);
  session.database
    .prepare("INSERT OR IGNORE INTO memberships (groupId, accountId) VALUES (?, ?)")
    .run(groupId, accountId);
}

/** Takes an account out of a group; not being in it is success. */
export async function removeMember(session: SqliteSession, request: MemberRequest): Promise<void> {
  if (findRow(session, "account", request.member) === undefined) return;
  const { groupId, accountId } = membership(session, request);
  session.database.prepare("DELETE FROM memberships WHERE groupId = ? AND accountId = ?").run(groupId, accountId);
}

function membership(session: SqliteSession, { group, member }: MemberRequest): { groupId: number; accountId: number } {
  if (member.type !== "account")
    throw new ConnectorError("notSupported", `A group of a SQLite target holds accounts, no "${member.type}".`);
  return { groupId: rowOf(session, "group", group).id, accountId: rowOf(session, "account", member).id };
}

function changed(values: readonly Scalar[], delta: Delta): readonly Scalar[] {
  const kept = (delta.replace ?? values).filter((value) => !(delta.remove ?? []).includes(value));
  return [...new Set([...kept, ...(delta.add ?? [])])];
}

function plainAttributes(attributes: Attributes): Attributes {
  for (const [name, values] of Object.entries(attributes)) {
    if (values.some((value) => value instanceof Uint8Array))
      throw new ConnectorError("invalidValue", `"${name}": a SQLite target holds no binary values.`);
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => values.length > 0));
}
