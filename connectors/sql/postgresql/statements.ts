import { escapeIdentifier, escapeLiteral } from "pg";

import { ConnectorError, type Scalar, type Secret } from "#connectors/contract/index.ts";

import type { SqlClient } from "../client.ts";
import { usePassword } from "../plain-text.ts";
import type { NewObject, Settings, SqlObject } from "../session.ts";
import { hasState, states } from "./errors.ts";
import { switches } from "./kinds.ts";
import { quietBegin } from "./quiet.ts";
import { transaction } from "./transaction.ts";

const endless = "infinity";

/** Makes an account or a role with all that belongs to it, or nothing. */
export async function create(client: SqlClient, { type, name, settings, password }: NewObject): Promise<void> {
  const role = escapeIdentifier(name);
  const term = settings.has("validUntil") ? settings : new Map([...settings, ["validUntil", undefined]]);
  const options = type === "group" ? ["NOLOGIN"] : ["LOGIN", ...optionsOf(term)];
  const comment = commentsOf(role, settings);
  const make = (more: readonly string[]) => [`CREATE ROLE ${role} ${[...options, ...more].join(" ")}`, ...comment];
  // Without a password nobody can log in by one.
  if (password === undefined) return transaction(client, "BEGIN", make([]));
  const begin = await quietBegin(client);
  await withPassword(password, (clause) => transaction(client, begin, make([clause])));
}

/** Sets attributes and the name, all or nothing; the id stays. */
export async function alter(
  client: SqlClient,
  { object }: SqlObject,
  settings: Settings,
  name?: string,
): Promise<void> {
  const role = escapeIdentifier(object.name);
  const options = optionsOf(settings);
  await transaction(client, "BEGIN", [
    ...(options.length > 0 ? [`ALTER ROLE ${role} ${options.join(" ")}`] : []),
    ...commentsOf(role, settings),
    ...(name === undefined ? [] : [`ALTER ROLE ${role} RENAME TO ${escapeIdentifier(name)}`]),
  ]);
}

/** Deletes a role; an absent one is success. */
export async function drop(client: SqlClient, { object }: SqlObject): Promise<void> {
  await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(object.name)}`);
}

/** Sets a password as administrator. PostgreSQL knows no password that must be changed, so nothing is asked of the owner. */
export async function setPassword(client: SqlClient, { object }: SqlObject, password: Secret): Promise<void> {
  const begin = await quietBegin(client);
  const role = escapeIdentifier(object.name);
  await withPassword(password, (clause) => transaction(client, begin, [`ALTER ROLE ${role} ${clause}`]));
}

/** Sets the password of whoever is logged in; needs no right on the server. */
export async function setOwnPassword(client: SqlClient, password: Secret): Promise<void> {
  const begin = await quietBegin(client);
  await withPassword(password, (clause) => transaction(client, begin, [`ALTER ROLE CURRENT_USER ${clause}`]));
}

/** Lets an account log in, or stops it; one that is stopped keeps the term by which it is known as an account. */
export async function setEnabled(client: SqlClient, { object }: SqlObject, enabled: boolean): Promise<void> {
  const role = escapeIdentifier(object.name);
  const until = escapeLiteral(object.state?.expiresAt ?? endless);
  await client.query(enabled ? `ALTER ROLE ${role} LOGIN` : `ALTER ROLE ${role} NOLOGIN VALID UNTIL ${until}`);
}

/** Grants a role; PostgreSQL takes a repeat. */
export async function grant(client: SqlClient, group: SqlObject, member: SqlObject): Promise<void> {
  await client.query(`GRANT ${escapeIdentifier(group.object.name)} TO ${escapeIdentifier(member.object.name)}`);
}

/** Revokes a role; PostgreSQL takes a repeat. */
export async function revoke(client: SqlClient, group: SqlObject, member: SqlObject): Promise<void> {
  await client.query(`REVOKE ${escapeIdentifier(group.object.name)} FROM ${escapeIdentifier(member.object.name)}`);
}

// Values are checked before they come here, so what the server calls an invalid parameter is the password.
function withPassword(password: Secret, run: (clause: string) => Promise<void>): Promise<void> {
  return usePassword(password, async (plaintext) => {
    try {
      await run(`PASSWORD ${escapeLiteral(plaintext)}`);
    } catch (error) {
      if (!hasState(error, states.invalidParameter)) throw error;
      throw new ConnectorError("strength", error.message, { targetCode: states.invalidParameter });
    }
  });
}

function optionsOf(settings: Settings): string[] {
  return [...settings].flatMap(([attribute, value]) => {
    const known = switches[attribute];
    if (known !== undefined) return [`${(value ?? attribute === "inherit") ? "" : "NO"}${known.option}`];
    if (attribute === "connectionLimit") return [`CONNECTION LIMIT ${Number(value ?? -1)}`];
    return attribute === "validUntil" ? [`VALID UNTIL ${escapeLiteral(textOf(value) ?? endless)}`] : [];
  });
}

function commentsOf(role: string, settings: Settings): string[] {
  if (!settings.has("description")) return [];
  const text = textOf(settings.get("description"));
  return [`COMMENT ON ROLE ${role} IS ${text === undefined ? "NULL" : escapeLiteral(text)}`];
}

function textOf(value: Scalar | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
