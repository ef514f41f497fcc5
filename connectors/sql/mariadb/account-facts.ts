import { type SqlClient, textOf } from "../client.ts";
import { namesOf, waysOfPriv } from "./ways.ts";

/** Facts of an account that a statement may be meant to change. */
export type FactName = "requireTls" | "limits" | "lock" | "password";

/** Fields and columns of each fact. */
export const askedFacts: Readonly<Record<FactName, readonly string[]>> = {
  requireTls: ["ssl_type", "ssl_cipher", "x509_issuer", "x509_subject"],
  limits: ["max_questions", "max_updates", "max_connections", "max_user_connections"],
  lock: ["account_locked"],
  password: ["password_last_changed", "password_expired"],
};

// Fields that the server writes itself, and secrets; the login methods are compared by name.
const notCompared = new Set(["plugin", "authentication_string", "auth_or", "version_id"]);

// Values that mean the same as an absent one.
const nothing = new Set(["0", "-1", "false", '""', "null"]);

const columns = [
  "plugin",
  "ssl_type",
  "ssl_cipher",
  "x509_issuer",
  "x509_subject",
  "max_questions",
  "max_updates",
  "max_connections",
  "max_user_connections",
  "account_locked",
  "password_expired",
  "password_lifetime",
  "password_last_changed",
  "User_attributes",
];

/** Reads every fact of an account that a statement about it could touch, except its passwords. */
export async function factsOf(
  client: SqlClient,
  product: "mariadb" | "mysql",
  key: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const where = "WHERE Host = ? AND User = ?";
  if (product === "mysql") {
    const texts = columns.map((column) => `CAST(${column} AS CHAR) AS ${column}`);
    const [row] = await client.query(`SELECT ${texts.join(", ")} FROM mysql.user ${where}`, key);
    return new Map(columns.map((column) => [column, textOf(row, column)]));
  }
  const [row] = await client.query(`SELECT CONCAT(Priv, '') AS priv FROM mysql.global_priv ${where}`, key);
  const text = textOf(row, "priv");
  const fields = Object.entries(JSON.parse(text === "" ? "{}" : text) as Record<string, unknown>)
    .filter(([field]) => !notCompared.has(field))
    .map(([field, value]): [string, string] => [field, JSON.stringify(value)])
    .filter(([field, value]) => field === "password_last_changed" || !nothing.has(value));
  return new Map([...fields, ["plugin", namesOf(waysOfPriv(text))]]);
}
