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

/** The table of each type of object. */
export const tableOf = { account: "accounts", group: "groups" } as const;

/** How the refusal of any other type begins. */
export const holds = "A SQLite target holds accounts and groups";

/** A row of either table; the columns of accounts only are absent on a group. */
export interface ObjectRow {
  readonly id: number;
  readonly name: string;
  readonly attributes: string;
  readonly createdBy: string | null;
  readonly enabled?: number;
  readonly locked?: number;
  readonly mustChange?: number;
}

/** Never the hash of a password, so that no listing can carry one. */
export const readColumns = {
  account: "id, name, attributes, createdBy, enabled, locked, mustChange",
  group: "id, name, attributes, createdBy",
} as const;

/**
 * The row a reference means: by id when it has one, else by name. SQLite would take " 7" and "7.0" for the id 7, and compares names
 * without case in ASCII only and never in another Unicode form, so what it finds is compared once more and what it misses is looked for.
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

/** Whether a name has no letter whose other forms SQLite does not know. */
export function isAscii(text: string): boolean {
  // The Kelvin sign is the one character beyond ASCII that is a letter of it in another form.
  return /^[\0-\u007f]*$/.test(normalForm(text, "NFC"));
}

/**
 * The row a reference means.
 * @throws notFound
 */
export function rowOf(session: SqliteSession, type: AccountOrGroup, ref: ObjectRef): ObjectRow {
  const which = ref.id === undefined ? "" : ` with the id ${ref.id}`;
  return requireFound(findRow(session, type, ref), `There is no ${type} "${ref.name}"${which}.`);
}

/** What the caller sees of a row. */
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

/** Attributes with each value as the text that the schema promises, so that 4711 and "4711" are one value. */
export function textsOf(attributes: Attributes): Readonly<Record<string, readonly string[]>> {
  const texts = Object.entries(attributes).map(([name, values]): [string, readonly string[]] => [
    name,
    values.map(String),
  ]);
  return Object.fromEntries(texts);
}

/**
 * Refuses attributes the target does not hold.
 * @throws invalidValue naming the attribute
 */
export function checkAttributes({ options }: SqliteSession, type: AccountOrGroup, names: Iterable<string>): void {
  const known = type === "account" ? options.accountAttributes : options.groupAttributes;
  for (const name of names) {
    if (!known.includes(name))
      throw new ConnectorError("invalidValue", `A ${type} has no attribute "${name}"; it has: ${known.join(", ")}.`);
  }
}
