import { escapeIdentifier, escapeLiteral } from "pg";

import { ConnectorError, type Scalar, type Secret } from "#connectors/contract/index.ts";

import type { SqlClient } from "../client.ts";
import { usePassword } from "../plain-text.ts";
import type { Settings, SqlSession } from "../session.ts";
import { hasState, states } from "./errors.ts";
import { switches } from "./kinds.ts";
import { quietBegin } from "./quiet.ts";
import { transaction } from "./transaction.ts";

const endless = "infinity";

/** What a session writes. */
export function statementsOf(client: SqlClient) {
  return {
    /** Makes an account or a role with all that belongs to it, or nothing. */
    async create({ type, name, settings, password }) {
      const role = escapeIdentifier(name);
      const term = settings.has("validUntil") ? settings : new Map([...settings, ["validUntil", undefined]]);
      const options = type === "group" ? ["NOLOGIN"] : ["LOGIN", ...optionsOf(term)];
      const comment = commentsOf(role, settings);
      const make = (more: readonly string[]) => [`CREATE ROLE ${role} ${[...options, ...more].join(" ")}`, ...comment];
      // Without a password nobody can log in by one.
      if (password === undefined) return transaction(client, "BEGIN", make([]));
      const begin = await quietBegin(client);
      await withPassword(password, (clause) => transaction(client, begin, make([clause])));
    },
    /** Sets attributes and the name, all or nothing; the id stays. */
    async alter({ object }, settings, name) {
      const role = escapeIdentifier(object.name);
      const options = optionsOf(settings);
      await transaction(client, "BEGIN", [
        ...(options.length > 0 ? [`ALTER ROLE ${role} ${options.join(" ")}`] : []),
        ...commentsOf(role, settings),
        ...(name === undefined ? [] : [`ALTER ROLE ${role} RENAME TO ${escapeIdentifier(name)}`]),
      ]);
    },
    /** Deletes a role; an absent one is success. */
    async drop({ object }) {
      await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(object.name)}`);
    },
    /** Sets a password as administrator. PostgreSQL knows no password that must be changed, so nothing is asked of the owner. */
    setPassword: ({ object }, password) => replacePassword(client, escapeIdentifier(object.name), password),
    /** Sets the password of whoever is logged in; needs no right on the server. */
    setOwnPassword: (owner, password) => replacePassword(owner, "CURRENT_USER", password),
    /** Lets an account log in, or stops it; one that is stopped keeps the term by which it is known as an account. */
    async setEnabled({ object }, enabled) {
      const role = escapeIdentifier(object.name);
      const until = escapeLiteral(object.state?.expiresAt ?? endless);
      await client.query(enabled ? `ALTER ROLE ${role} LOGIN` : `ALTER ROLE ${role} NOLOGIN VALID UNTIL ${until}`);
    },
    async expirePassword() {
      throw new ConnectorError(
        "notSupported",
        "PostgreSQL cannot ask an owner for a new password; set validUntil to end the term of the old one.",
      );
    },
    // PostgreSQL locks nobody for failed logins.
    async unlock() {},
    /** Grants a role; PostgreSQL takes a repeat. */
    async grant(group, member) {
      await client.query(`GRANT ${escapeIdentifier(group.object.name)} TO ${escapeIdentifier(member.object.name)}`);
    },
    /** Revokes a role; PostgreSQL takes a repeat. */
    async revoke(group, member) {
      await client.query(`REVOKE ${escapeIdentifier(group.object.name)} FROM ${escapeIdentifier(member.object.name)}`);
    },
  } satisfies Partial<SqlSession>;
}

async function replacePassword(client: SqlClient, role: string, password: Secret): Promise<void> {
  const begin = await quietBegin(client);
  await withPassword(password, (clause) => transaction(client, begin, [`ALTER ROLE ${role} ${clause}`]));
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
