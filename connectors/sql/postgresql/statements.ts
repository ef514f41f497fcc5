import { escapeIdentifier, escapeLiteral } from "pg";

import { ConnectorError, type Scalar, type Secret } from "#connectors/contract/index.ts";

import type { SqlClient } from "../client.ts";
import { usePassword } from "../plain-text.ts";
import type { Settings, SqlObject, SqlSession } from "../session.ts";
import { changeRole } from "./change-role.ts";
import { hasState, states } from "./errors.ts";
import { accountMark, switches } from "./kinds.ts";
import { grant, revoke } from "./memberships.ts";
import { begin as plainBegin, quietBegin } from "./quiet.ts";
import type { Server } from "./server.ts";
import { markOf, setEnabled } from "./set-enabled.ts";
import { transaction } from "./transaction.ts";

const endless = "infinity";

/** Returns the writing operations of a session. */
export function statementsOf(client: SqlClient, server: Server) {
  const beginOf = async (on: SqlClient, object: SqlObject) => {
    const begin = await quietBegin(on);
    return (await keepsScram(client, server, object)) ? `${begin}; ${keepScram}` : begin;
  };
  return {
    /** Creates an account or a role with all its parts, or nothing. */
    async create({ type, name, settings, password }) {
      const role = escapeIdentifier(name);
      const term = settings.has("validUntil") ? settings : new Map([...settings, ["validUntil", undefined]]);
      const options = type === "group" ? ["NOLOGIN"] : ["LOGIN", ...optionsOf(term)];
      const comment = commentsOf(role, settings);
      const make = (begin: string, more: readonly string[]) =>
        together(client, begin, [`CREATE ROLE ${role} ${[...options, ...more].join(" ")}`, ...comment]);
      // An account without a password cannot log in by password.
      if (password === undefined) {
        if (type === "account" && server.superuser) comment.push(markOf(role, accountMark.made));
        return make(plainBegin, []);
      }
      const begin = await quietBegin(client);
      await withPassword(password, (clause) => make(begin, [clause]));
    },
    /** Sets attributes and the name, all or nothing; the id stays. */
    async alter(object, settings, name) {
      const role = escapeIdentifier(object.object.name);
      const options = optionsOf(settings);
      const asked = [...settings.keys(), ...(name === undefined ? [] : ["name"])];
      await changeRole(client, server, { object, asked }, [
        ...(options.length > 0 ? [`ALTER ROLE ${role} ${options.join(" ")}`] : []),
        ...commentsOf(role, settings),
        ...(name === undefined ? [] : [`ALTER ROLE ${role} RENAME TO ${escapeIdentifier(name)}`]),
      ]);
    },
    /** Deletes a role; succeeds if it is absent. */
    async drop({ object }) {
      await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(object.name)}`);
    },
    /** Sets a password as administrator. PostgreSQL cannot require a new password at the next login, so `mustChange` has no effect. */
    async setPassword(object, password) {
      const role = escapeIdentifier(object.object.name);
      const begin = await beginOf(client, object);
      await withPassword(password, (clause) =>
        changeRole(client, server, { object, asked: ["password"], begin }, [`ALTER ROLE ${role} ${clause}`]),
      );
      const until = object.object.state?.expiresAt;
      if (until !== undefined && Date.parse(until) <= Date.now())
        client.notices.push({
          words: `The password of "${object.object.name}" is valid until ${until}, which has passed: nobody is let in with the new one before validUntil is changed.`,
        });
    },
    /** Sets the password of the account that is logged in; needs no right on the server. */
    async setOwnPassword(owner, password, object) {
      const begin = await beginOf(owner, object);
      await withPassword(password, (clause) => together(owner, begin, [`ALTER ROLE CURRENT_USER ${clause}`]));
    },
    /** Enables or disables an account. */
    setEnabled: (object, enabled) => setEnabled(client, server, object, enabled),
    async expirePassword() {
      throw new ConnectorError(
        "notSupported",
        "PostgreSQL cannot ask an owner for a new password; set validUntil to end the term of the old one.",
      );
    },
    // PostgreSQL never locks an account for failed logins.
    async unlock() {},
    /** Grants a role. */
    grant: (group, member) => grant(client, group, member),
    /** Revokes a role, no matter who granted it. */
    revoke: (group, member) => revoke(client, server, group, member),
  } satisfies Partial<SqlSession>;
}

// The server or the administrator may be configured for MD5; a password stored in a better form must not become weaker when it
// changes.
const keepScram = "SET LOCAL password_encryption = 'scram-sha-256'";

// The server stores a text in one of these forms unchanged, and then another password opens the account.
const storedForms = /^(md5[0-9a-f]{32}$|SCRAM-SHA-256\$)/;

async function keepsScram(client: SqlClient, { readsPasswords }: Server, { object }: SqlObject): Promise<boolean> {
  if (!readsPasswords) return false;
  const text = "SELECT 1 AS found FROM pg_catalog.pg_authid WHERE oid = ?::oid AND rolpassword LIKE 'SCRAM-SHA-256$%'";
  return (await client.query(text, [object.id])).length > 0;
}

function together(client: SqlClient, begin: string, statements: readonly string[]): Promise<void> {
  return transaction(client, begin, async () => {
    for (const statement of statements) await client.query(statement);
  });
}

// Values are validated earlier, so an invalid parameter can only be the password.
function withPassword(password: Secret, run: (clause: string) => Promise<void>): Promise<void> {
  return usePassword(password, async (plaintext) => {
    if (storedForms.test(plaintext))
      throw new ConnectorError(
        "invalidValue",
        "The password must not look like a stored one of PostgreSQL, which would be taken for the form of another password.",
      );
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
