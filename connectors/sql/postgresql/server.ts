import { type SqlClient, textOf } from "../client.ts";

/** Facts about a server and the administrator's rights that decide how roles are read and written. */
export interface Server {
  /** Version as in `server_version_num`: 150018 is 15.18. */
  readonly version: number;
  /** True if the administrator may read the stored passwords. */
  readonly readsPasswords: boolean;
  readonly superuser: boolean;
  /** Maximum length of a name in bytes; the server would cut a longer one, which then means another role. */
  readonly nameBytesMax: number;
}

/** Reads the facts about a server and turns its notices on for this session. */
export async function askServer(client: SqlClient): Promise<Server> {
  // The administrator may be configured to receive errors only and would miss that a rename has cleared a password.
  await client.query("SET client_min_messages = notice");
  const [row] = await client.query(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('max_identifier_length')::int AS bytes, " +
      "has_column_privilege('pg_catalog.pg_authid', 'rolpassword', 'SELECT') AS reads, " +
      "COALESCE((SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user), FALSE) AS superuser",
  );
  return {
    version: Number(textOf(row, "version")),
    readsPasswords: row?.["reads"] === true,
    superuser: row?.["superuser"] === true,
    nameBytesMax: Number(textOf(row, "bytes")),
  };
}
