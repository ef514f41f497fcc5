import { type SqlClient, textOf } from "../client.ts";
import { namesOf, waysOfPriv } from "./ways.ts";

/** What a statement about an account may be asked to change. */
export type FactName = "requireTls" | "limits" | "lock" | "password";

/** The fields and columns that each of them stands in. */
export const askedFacts: Readonly<Record<FactName, readonly string[]>> = {
  requireTls: ["ssl_type", "ssl_cipher", "x509_issuer", "x509_subject"],
  limits: ["max_questions", "max_updates", "max_connections", "max_user_connections"],
  lock: ["account_locked"],
  password: ["password_last_changed", "password_expired"],
};

// What the server writes by itself, and what is secret: of the ways to log in the names are compared.
const notCompared = new Set(["plugin", "authentication_string", "auth_or", "version_id"]);

// Absent and the value that means the same.
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

/** Everything of an account that a statement about it could touch, but its passwords. */
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
