import {
  type AccountOrGroup,
  type Attributes,
  ConnectorError,
  normalForm,
  type ObjectRef,
  requireFound,
  type TargetObject,
} from "#connectors/contract/index.ts";

import type { SqliteSession } from "./session.ts";

/** Table of each object type. */
export const tableOf = { account: "accounts", group: "groups" } as const;

/** Beginning of the message that refuses any other type. */
export const holds = "A SQLite target holds accounts and groups";

/** A row of either table; a group lacks the columns of accounts. */
export interface ObjectRow {
  readonly id: number;
  readonly name: string;
  readonly attributes: string;
  readonly createdBy: string | null;
  readonly enabled?: number;
  readonly locked?: number;
  readonly mustChange?: number;
}

/** Columns to read, never the hash of a password, so no listing can carry one. */
export const readColumns = {
  account: "id, name, attributes, createdBy, enabled, locked, mustChange",
  group: "id, name, attributes, createdBy",
} as const;

/**
 * Finds the row of a reference: by id if it has one, otherwise by name. SQLite would take " 7" and "7.0" for the id 7. It compares
 * names case-insensitively in ASCII only, and never across Unicode forms. So a match by id is compared once more, and a name with
 * other characters is searched for again.
 */
export function findRow({ database }: SqliteSession, type: AccountOrGroup, ref: ObjectRef): ObjectRow | undefined {
  const select = `SELECT ${readColumns[type]} FROM ${tableOf[type]} WHERE`;
  const { id, name } = ref;
  if (id !== undefined) {
    const found = database.prepare(`${select} id = ?`).get(id) as ObjectRow | undefined;
    return found !== undefined && String(found.id) === id ? found : undefined;
  }
  const found = database.prepare(`${select} name = ?`).get(name) as ObjectRow | undefined;
  if (found !== undefined || isAscii(name)) return found;
  const rows = database.prepare(`${select} isSameName(name, ?) ORDER BY id LIMIT 1`).all(name) as ObjectRow[];
  return rows[0];
}

/** Returns true if SQLite knows all forms of the letters of a name. */
export function isAscii(text: string): boolean {
  // The Kelvin sign is the only character beyond ASCII that is an ASCII letter in another form.
  return /^[\0-\u007f]*$/.test(normalForm(text, "NFC"));
}

/**
 * Returns the row of a reference.
 * @throws notFound
 */
export function rowOf(session: SqliteSession, type: AccountOrGroup, ref: ObjectRef): ObjectRow {
  const which = ref.id === undefined ? "" : ` with the id ${ref.id}`;
  return requireFound(findRow(session, type, ref), `There is no ${type} "${ref.name}"${which}.`);
}

/** Returns the object of a row, as the caller sees it. */
export function toObject(type: AccountOrGroup, row: ObjectRow, wanted?: readonly string[]): TargetObject {
  const all = textsOf(JSON.parse(row.attributes) as Attributes);
  const attributes =
    wanted === undefined ? all : Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)));
  return {
    id: String(row.id),
    type,
    name: row.name,
    attributes,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    ...(type === "account" && {
      state: { enabled: row.enabled === 1, locked: row.locked === 1, passwordExpired: row.mustChange === 1 },
    }),
  };
}

/** Converts each value to text, as the schema promises, so that 4711 and "4711" are one value. */
export function textsOf(attributes: Attributes): Readonly<Record<string, readonly string[]>> {
  const texts = Object.entries(attributes).map(([name, values]): [string, readonly string[]] => [
    name,
    values.map(String),
  ]);
  return Object.fromEntries(texts);
}

/**
 * Refuses attributes that the target does not have.
 * @throws invalidValue naming the attribute
 */
export function checkAttributes({ options }: SqliteSession, type: AccountOrGroup, names: Iterable<string>): void {
  const known = type === "account" ? options.accountAttributes : options.groupAttributes;
  for (const name of names) {
    if (!known.includes(name))
      throw new ConnectorError("invalidValue", `A ${type} has no attribute "${name}"; it has: ${known.join(", ")}.`);
  }
}
