import {
  type AccountOrGroup,
  type ObjectRef,
  requireAccountOrGroup,
  requireFound,
  type Scalar,
  type TargetObject,
} from "#connectors/contract/index.ts";

import { type Row, textOf } from "./client.ts";
import type { SqlAttribute, SqlKind, SqlObject, SqlSession } from "./session.ts";

/** Beginning of the message that refuses any other type. */
export const holds = "A database server has accounts and groups";

/** Returns the statement that reads objects of a kind, up to its conditions. */
export function selectOf(kind: SqlKind, where = kind.where): string {
  const columns = [
    `${kind.id} AS id`,
    `${kind.name} AS name`,
    ...kind.key.map((expression, index) => `${expression} AS k${index}`),
    ...Object.entries(kind.states).map(([state, expression]) => `${expression} AS s_${state.toLowerCase()}`),
    ...kind.attributes.map(({ sql }, index) => `${sql} AS a${index}`),
  ];
  return `SELECT ${columns.join(", ")} FROM ${kind.from} WHERE ${where}`;
}

/** Makes an object from a row that `selectOf` has read. */
export function toObject(session: SqlSession, type: AccountOrGroup, row: Row, wanted?: readonly string[]): SqlObject {
  const kind = session.kinds[type];
  const attributes: Record<string, readonly Scalar[]> = {};
  for (const [index, attribute] of kind.attributes.entries()) {
    const value = row[`a${index}`];
    const shown = wanted === undefined || wanted.includes(attribute.name);
    if (shown && value !== null && value !== undefined) attributes[attribute.name] = [scalarOf(attribute, value)];
  }
  const state = stateOf(kind, row);
  const object: TargetObject = {
    id: textOf(row, "id"),
    type,
    name: textOf(row, "name"),
    attributes,
    ...(Object.keys(state).length > 0 && { state }),
  };
  return { type, object, key: kind.key.map((_expression, index) => textOf(row, `k${index}`)) };
}

/** Finds the object of a reference; undefined if it does not exist. */
export async function findObject(
  session: SqlSession,
  type: string,
  ref: ObjectRef,
  wanted?: readonly string[],
): Promise<SqlObject | undefined> {
  const known = requireAccountOrGroup(type, holds);
  const place = session.locate(known, ref);
  if (place === undefined) return undefined;
  const select = selectOf(session.kinds[known], place.where);
  const rows = await session.client.query(`${select} AND ${place.sql}`, place.values);
  // A server may compare more loosely than names and ids require.
  return rows.map((row) => toObject(session, known, row, wanted)).find((found) => place.isThis(found));
}

/**
 * Returns the object of a reference.
 * @throws notFound
 */
export async function requireObject(session: SqlSession, type: string, ref: ObjectRef): Promise<SqlObject> {
  const which = ref.id === undefined ? "" : ` with the id ${ref.id}`;
  const words = `There is no ${type} "${ref.name}"${which} on the database server.`;
  return requireFound(await findObject(session, type, ref), words);
}

function stateOf({ states }: SqlKind, row: Row): NonNullable<TargetObject["state"]> {
  const [expiresAt, passwordExpiresAt] = [textOf(row, "s_expiresat"), textOf(row, "s_passwordexpiresat")];
  return {
    ...(states.enabled !== undefined && { enabled: isTrue(row["s_enabled"]) }),
    ...(states.locked !== undefined && { locked: isTrue(row["s_locked"]) }),
    ...(states.passwordExpired !== undefined && { passwordExpired: isTrue(row["s_passwordexpired"]) }),
    ...(passwordExpiresAt !== "" && { passwordExpiresAt }),
    ...(expiresAt !== "" && { expiresAt }),
  };
}

function scalarOf({ kind }: SqlAttribute, value: unknown): Scalar {
  if (kind === "bool") return isTrue(value);
  return kind === "int" ? Number(value) : String(value);
}

function isTrue(value: unknown): boolean {
  return value === true || Number(value) === 1;
}
