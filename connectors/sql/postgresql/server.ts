import { type SqlClient, textOf } from "../client.ts";

/** What of a server and of the administrator's rights decides how roles are read and written. */
export interface Server {
  /** As `server_version_num` has it: 150018 is 15.18. */
  readonly version: number;
  /** Whether the administrator may read what is stored of passwords. */
  readonly readsPasswords: boolean;
  readonly superuser: boolean;
  /** Of how many bytes a name may be; a longer one would be cut, and mean another role. */
  readonly nameBytesMax: number;
}

/** Asks the server, and makes it say what it has to say beside its answers. */
export async function askServer(client: SqlClient): Promise<Server> {
  // An account may have been told to hear errors only; then it would not hear that a rename has cleared a password.
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
