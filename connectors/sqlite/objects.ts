import { type Attributes, ConnectorError, type ObjectRef, type TargetObject } from "#connectors/contract/index.ts";

import type { SqliteSession } from "./session.ts";

/** The types of object a file holds, with their tables. */
export const tableOf = { account: "accounts", group: "groups" } as const;

/** A type of object this connector knows. */
export type SqliteType = keyof typeof tableOf;

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
 * The type if this connector knows it.
 * @throws notSupported
 */
export function knownType(type: string): SqliteType {
  if (type === "account" || type === "group") return type;
  throw new ConnectorError(
    "notSupported",
    `A SQLite target holds accounts and groups, no objects of the type "${type}".`,
  );
}

/** The row a reference means: by id when it has one, else by name. */
export function findRow({ database }: SqliteSession, type: SqliteType, ref: ObjectRef): ObjectRow | undefined {
  const [column, value] = ref.id === undefined ? ["name", ref.name] : ["id", ref.id];
  return database.prepare(`SELECT ${readColumns[type]} FROM ${tableOf[type]} WHERE ${column} = ?`).get(value) as
    | ObjectRow
    | undefined;
}

/**
 * The row a reference means.
 * @throws notFound
 */
export function rowOf(session: SqliteSession, type: SqliteType, ref: ObjectRef): ObjectRow {
  const row = findRow(session, type, ref);
  if (row === undefined)
    throw new ConnectorError(
      "notFound",
      `There is no ${type} "${ref.name}"${ref.id === undefined ? "" : ` with the id ${ref.id}`}.`,
    );
  return row;
}

/** What the caller sees of a row. */
export function toObject(type: SqliteType, row: ObjectRow, wanted?: readonly string[]): TargetObject {
  const all = JSON.parse(row.attributes) as Attributes;
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

/**
 * Refuses attributes the target does not hold.
 * @throws invalidValue naming the attribute
 */
export function checkAttributes({ options }: SqliteSession, type: SqliteType, names: Iterable<string>): void {
  const known = type === "account" ? options.accountAttributes : options.groupAttributes;
  for (const name of names) {
    if (!known.includes(name))
      throw new ConnectorError("invalidValue", `A ${type} has no attribute "${name}"; it has: ${known.join(", ")}.`);
  }
}
