import { type SqlClient, textOf } from "../client.ts";

// ALTER ROLE takes no bound values, so its text holds the password, and each of these settings could write it to the server's log.
const quietSettings: Readonly<Record<string, string>> = {
  log_statement: "none",
  log_min_error_statement: "panic",
  log_min_duration_statement: "-1",
  log_min_duration_sample: "-1",
  log_transaction_sample_rate: "0",
};

/** First statement of a transaction. At this isolation level it sees concurrent changes only after its end. */
export const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ";

/** Returns the first statement of a transaction with a password. It keeps the text out of the log as far as the administrator may. */
export async function quietBegin(client: SqlClient): Promise<string> {
  const superuser = "COALESCE((SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user), FALSE)";
  const facts = `SELECT ${superuser} AS superuser, current_setting('server_version_num')::int AS version`;
  const [row] = await client.query(facts);
  const names = Object.keys(quietSettings);
  const list = names.map((name) => `'${name}'`).join(", ");
  let allowed: readonly string[] = [];
  if (row?.["superuser"] === true) {
    const known = await client.query(`SELECT name FROM pg_catalog.pg_settings WHERE name IN (${list})`);
    allowed = known.map((setting) => textOf(setting, "name"));
  } else if (Number(textOf(row, "version")) >= 150_000) {
    const granted = `has_parameter_privilege(name, 'SET')`;
    const known = await client.query(`SELECT name FROM pg_catalog.pg_settings WHERE name IN (${list}) AND ${granted}`);
    allowed = known.map((setting) => textOf(setting, "name"));
  }
  const settings = allowed.map((name) => `SET LOCAL ${name} = '${quietSettings[name] ?? ""}'`);
  return [begin, ...settings].join("; ");
}
