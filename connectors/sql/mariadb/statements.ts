import { randomBytes } from "node:crypto";

import { ConnectorError, type Secret } from "#connectors/contract/index.ts";

import type { SqlClient } from "../client.ts";
import { usePassword } from "../plain-text.ts";
import type { NewObject, Settings, SqlObject, SqlSession } from "../session.ts";
import { askedFacts, type FactName, factsOf } from "./account-facts.ts";
import { errorNumbers, hasNumber } from "./errors.ts";
import { limitClauses } from "./kinds.ts";
import { literal } from "./literal.ts";
import { type NameRules, parseName, quoted } from "./names.ts";
import { runStatement } from "./refusal.ts";
import { identifiedBy, passwordsOf, waysOf } from "./ways.ts";

/** Connection, product and name rules for the statements. */
export interface StatementContext {
  readonly client: SqlClient;
  readonly product: "mariadb" | "mysql";
  readonly rules: NameRules;
  /** Returns true if the object exists now. */
  exists(request: Pick<NewObject, "type" | "name">): Promise<boolean>;
}

/** Returns the writing operations of a session, each of one statement. */
export function statementsOf(context: StatementContext) {
  const { client, product } = context;
  return {
    /** Creates an account or a role. */
    async create(request) {
      const { type, name, settings, password } = request;
      const taken = async (error: ConnectorError) =>
        (await context.exists(request))
          ? new ConnectorError("alreadyExists", error.message, { targetCode: errorNumbers.operationFailed })
          : error;
      const subject = nameIn(context, type, name);
      if (type === "group") return runStatement(client, `CREATE ROLE ${subject}`, taken);
      const text = (plaintext: string) =>
        `CREATE USER ${subject} IDENTIFIED BY ${literal(plaintext)}${clausesOf(settings)}`;
      // An account without a password would be open to anyone, so it gets a random password that no one knows.
      if (password === undefined) return runStatement(client, text(unknownPassword()), taken);
      return usePassword(password, (plaintext) => runStatement(client, text(plaintext), taken));
    },
    /**
     * Sets attributes.
     * @throws notSupported for a new name: an account has no id but its name
     */
    async alter(object, settings, name) {
      if (name !== undefined)
        throw new ConnectorError(
          "notSupported",
          "Accounts and roles of MariaDB and MySQL have no id but their name, so they cannot be renamed; create a new one.",
        );
      const asked = [...(settings.has("requireTls") ? ["requireTls" as const] : []), "limits" as const];
      await alterUser(context, object, clausesOf(settings), asked);
    },
    /** Deletes an account or a role; succeeds if it is absent. */
    async drop(object) {
      const what = object.type === "group" ? "ROLE" : "USER";
      await client.query(`DROP ${what} IF EXISTS ${subjectOf(context, object)}`);
    },
    /** Sets a password as administrator and keeps the account's login methods. */
    setPassword: (object, password, mustChange) => replacePassword(context, object, password, mustChange),
    /** Sets the password of the account that is logged in; needs no right on the server. */
    async setOwnPassword(owner, password, object) {
      const ways = await waysOf(client, product, object.key);
      const text = (word: string) =>
        product === "mysql" ? `ALTER USER USER() IDENTIFIED BY ${word}` : `SET PASSWORD = PASSWORD(${word})`;
      // MariaDB lets an owner change only the first of several passwords; the administrator then sets all of them in one step.
      if (passwordsOf(ways) > 1) return replacePassword(context, object, password, false);
      await usePassword(password, (plaintext) => runStatement(owner, text(literal(plaintext))));
    },
    /** Unlocks or locks an account. */
    setEnabled: (object, enabled) =>
      alterUser(context, object, enabled ? " ACCOUNT UNLOCK" : " ACCOUNT LOCK", ["lock"]),
    /** Requires a new password at the owner's next login. */
    expirePassword: (object) => alterUser(context, object, " PASSWORD EXPIRE", ["password"]),
    /** Resets the count of failed logins and changes nothing else. */
    async unlock(object) {
      if (product === "mariadb") return alterUser(context, object, "", []);
      // MySQL resets the count only with ACCOUNT UNLOCK, and therefore also when a disabled account is enabled.
      if (object.object.state?.enabled !== false) await alterUser(context, object, " ACCOUNT UNLOCK", []);
    },
    /** Grants a role; MariaDB and MySQL accept a repeat. */
    async grant(group, member) {
      await client.query(`GRANT ${subjectOf(context, group)} TO ${subjectOf(context, member)}`);
    },
    /** Revokes a role; succeeds if it was not granted. */
    async revoke(group, member) {
      try {
        await client.query(`REVOKE ${subjectOf(context, group)} FROM ${subjectOf(context, member)}`);
      } catch (error) {
        if (!hasNumber(error, errorNumbers.cannotRevokeRole, errorNumbers.roleNotGranted)) throw error;
      }
    },
  } satisfies Partial<SqlSession>;
}

async function replacePassword(
  context: StatementContext,
  object: SqlObject,
  password: Secret,
  mustChange: boolean,
): Promise<void> {
  const { client, product } = context;
  const { name } = object.object;
  const ways = await waysOf(client, product, object.key);
  const clause = identifiedBy(name, ways, product);
  const expire = mustChange ? " PASSWORD EXPIRE" : "";
  await usePassword(password, (plaintext) => alterUser(context, object, `${clause(plaintext)}${expire}`, ["password"]));
  if (ways.second === undefined) return;
  client.notices.push({
    words: `"${name}" has a second password, which goes on being taken beside the new one; DISCARD OLD PASSWORD ends that.`,
  });
}

async function alterUser(
  context: StatementContext,
  object: SqlObject,
  clauses: string,
  asked: readonly FactName[],
): Promise<void> {
  const { client, product } = context;
  const { name } = object.object;
  const before = await factsOf(client, product, object.key);
  await runStatement(client, `ALTER USER ${subjectOf(context, object)}${clauses}`, async (error) =>
    (await context.exists({ type: object.type, name }))
      ? error
      : new ConnectorError("notFound", error.message, { targetCode: errorNumbers.operationFailed }),
  );
  const after = await factsOf(client, product, object.key);
  const beside = [...new Set([...before.keys(), ...after.keys()])].filter(
    (fact) => before.get(fact) !== after.get(fact) && !asked.some((one) => askedFacts[one].includes(fact)),
  );
  if (beside.length > 0)
    client.notices.push({
      words: `Beside what was asked this has changed of "${name}" meanwhile: ${beside.join(", ")}.`,
    });
}

function subjectOf({ product }: StatementContext, { type, key }: SqlObject): string {
  const [host = "", user = ""] = key;
  return type === "group" && product === "mariadb" ? literal(user) : quoted({ user, host });
}

function nameIn({ product, rules }: StatementContext, type: NewObject["type"], name: string): string {
  if (type === "group" && product === "mariadb") return literal(name);
  return quoted(parseName(name, rules));
}

function clausesOf(settings: Settings): string {
  const tls = settings.has("requireTls") ? ` REQUIRE ${String(settings.get("requireTls") ?? "NONE")}` : "";
  const limits = Object.entries(limitClauses)
    .filter(([attribute]) => settings.has(attribute))
    .map(([attribute, clause]) => `${clause} ${Number(settings.get(attribute) ?? 0)}`);
  return `${tls}${limits.length > 0 ? ` WITH ${limits.join(" ")}` : ""}`;
}

// All kinds of characters, so no password rule of the server refuses it.
function unknownPassword(): string {
  return `aA1!${randomBytes(24).toString("base64url")}`;
}
