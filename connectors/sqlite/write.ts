import {
  type AccountOrGroup,
  type Attributes,
  ConnectorError,
  type Delta,
  type MemberRequest,
  newNameOf,
  type ObjectRef,
  type OperationsPart,
  requireAccountOrGroup,
  requireName,
  type Scalar,
} from "#connectors/contract/index.ts";

import { checkAttributes, findRow, holds, isAscii, rowOf, tableOf, textsOf, toObject } from "./objects.ts";
import { acceptPassword } from "./passwords.ts";
import type { SqliteSession } from "./session.ts";

/** Operations that change objects and memberships. */
export const writeOperations = {
  /** Creates an account or group and stores the id of the creating operation with it. */
  async create(session, request, call) {
    const type = requireAccountOrGroup(request.type, holds);
    requireName(request.name);
    checkAttributes(session, type, Object.keys(request.attributes));
    const attributes = JSON.stringify(plainAttributes(request.attributes));
    const hash = type === "account" && request.password ? await acceptPassword(session, request.password, []) : null;
    const columns = type === "account" ? ", passwordHash" : "";
    const insert = session.database.prepare(
      `INSERT INTO ${tableOf[type]} (name, attributes, createdBy${columns}) VALUES (?, ?, ?${columns && ", ?"})`,
    );
    const values = [request.name, attributes, call.operation.id, ...(type === "account" ? [hash] : [])];
    requireFreeName(session, type, request.name);
    const { lastInsertRowid } = insert.run(...values);
    return toObject(type, rowOf(session, type, { id: String(lastInsertRowid), name: request.name }));
  },
  /** Applies all deltas or none; `name` renames. */
  async update(session, { type, ref, deltas }) {
    const known = requireAccountOrGroup(type, holds);
    const names = deltas.map(({ attr }) => attr).filter((attr) => attr !== "name");
    checkAttributes(session, known, names);
    const apply = session.database.transaction((): ObjectRef => {
      const row = rowOf(session, known, ref);
      let name = row.name;
      const attributes: Record<string, readonly string[]> = { ...textsOf(JSON.parse(row.attributes) as Attributes) };
      for (const delta of deltas) {
        if (delta.attr === "name") {
          name = newNameOf([delta]);
          continue;
        }
        const values = changed(attributes[delta.attr] ?? [], delta);
        if (values.length > 0) attributes[delta.attr] = values;
        else delete attributes[delta.attr];
      }
      if (name !== row.name) requireFreeName(session, known, name, row.id);
      const save = session.database.prepare(`UPDATE ${tableOf[known]} SET name = ?, attributes = ? WHERE id = ?`);
      save.run(name, JSON.stringify(plainAttributes(attributes)), row.id);
      return { id: String(row.id), name };
    });
    return apply.immediate();
  },
  /** Deletes an object with its memberships; succeeds if it is absent. */
  async delete(session, { type, ref }) {
    const known = requireAccountOrGroup(type, holds);
    const row = findRow(session, known, ref);
    if (row !== undefined) session.database.prepare(`DELETE FROM ${tableOf[known]} WHERE id = ?`).run(row.id);
  },
  /** Adds an account to a group; succeeds if it is a member. */
  async addMember(session, request) {
    const insert = "INSERT OR IGNORE INTO memberships (groupId, accountId) VALUES (?, ?)";
    session.database.prepare(insert).run(...membership(session, request));
  },
  /** Removes an account from a group; succeeds if it is not a member. */
  async removeMember(session, request) {
    if (findRow(session, "account", request.member) === undefined) return;
    const remove = "DELETE FROM memberships WHERE groupId = ? AND accountId = ?";
    session.database.prepare(remove).run(...membership(session, request));
  },
} satisfies OperationsPart<SqliteSession>;

function membership(session: SqliteSession, { group, member }: MemberRequest): [groupId: number, accountId: number] {
  if (member.type !== "account")
    throw new ConnectorError("notSupported", `A group of a SQLite target holds accounts, no "${member.type}".`);
  return [rowOf(session, "group", group).id, rowOf(session, "account", member).id];
}

function changed(values: readonly string[], { attr, replace, add = [], remove = [] }: Delta): readonly string[] {
  const removed = plainTexts(attr, remove);
  const kept = (replace === undefined ? values : plainTexts(attr, replace)).filter((value) => !removed.includes(value));
  return [...new Set([...kept, ...plainTexts(attr, add)])];
}

function plainAttributes(attributes: Attributes): Attributes {
  const texts = Object.entries(attributes).map(([name, values]) => [name, plainTexts(name, values)] as const);
  return Object.fromEntries(texts.filter(([, values]) => values.length > 0));
}

function plainTexts(name: string, values: readonly Scalar[]): readonly string[] {
  if (values.some((value) => value instanceof Uint8Array))
    throw new ConnectorError("invalidValue", `"${name}": a SQLite target holds no binary values.`);
  return values.map(String);
}

// The table compares names case-insensitively in ASCII only.
function requireFreeName(session: SqliteSession, type: AccountOrGroup, name: string, own?: number): void {
  const taken = isAscii(name) ? undefined : findRow(session, type, { name });
  if (taken !== undefined && taken.id !== own)
    throw new ConnectorError("alreadyExists", `"${name}" and the ${type} "${taken.name}" have one name here.`);
}
