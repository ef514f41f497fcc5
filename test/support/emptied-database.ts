import { setTimeout as sleep } from "node:timers/promises";

import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";

/** Times and pauses within which the connections of a test are to end. */
const looks = 20;
const pauseMs = 25;

/** Definitions of all parts of a database that a test could have changed, by the table of the server that lists them. */
const definitions = {
  COLUMNS: "TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, COLUMN_TYPE, IS_NULLABLE, COLLATION_NAME, COLUMN_DEFAULT, EXTRA",
  STATISTICS: "TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, NON_UNIQUE",
  TRIGGERS: "TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_STATEMENT",
} as const;

const definitionBytesMax = 64 * 1024 ** 2;

/** Returns true if a server has a database of this name. */
export async function isThere(databaseUrl: string, name: string): Promise<boolean> {
  return connected(databaseUrl, async (connection) => {
    const found = await read(connection, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?", [name]);
    return found.length > 0;
  });
}

/** Makes an empty database on the server of another one; an existing one of that name is dropped first. */
export async function makeDatabase(databaseUrl: string, name: string): Promise<void> {
  await connected(databaseUrl, async (connection) => {
    await connection.query("DROP DATABASE IF EXISTS ??", [name]);
    await connection.query("CREATE DATABASE ?? CHARACTER SET utf8mb4", [name]);
  });
}

/**
 * Removes everything from a MariaDB database that its template on the same server does not have. Returns false if it must not be used
 * again: somebody is still connected to it, or its tables are others than those of the template.
 */
export async function isEmptied(databaseUrl: string, template: string): Promise<boolean> {
  return connected(databaseUrl, async (connection) => {
    const name = new URL(databaseUrl).pathname.slice(1);
    if (!(await isLeft(connection, name))) return false;
    await connection.query(`SET SESSION group_concat_max_len = ${definitionBytesMax}, foreign_key_checks = 0`);
    for (const [part, columns] of Object.entries(definitions)) {
      const digests = await Promise.all([name, template].map((of) => digestOf(connection, of, part, columns)));
      if (digests[0] !== digests[1]) return false;
    }
    const filled = await filledTables(connection, template);
    for (const table of await changedTables(connection, name, template)) {
      await connection.query("TRUNCATE TABLE ??", [table]);
      if (filled.has(table)) await connection.query("INSERT INTO ?? SELECT * FROM ??.??", [table, template, table]);
    }
    // Rows of the template that were written again count as changes of them.
    await connection.query("TRUNCATE TABLE `rowWatch`");
    return (await changedTables(connection, name, template)).length === 0;
  });
}

/** Returns true as soon as nobody else is connected to a database, false if somebody stays. */
async function isLeft(connection: Connection, name: string): Promise<boolean> {
  for (let look = 1; look <= looks; look += 1) {
    const others = await read(
      connection,
      "SELECT 1 FROM information_schema.PROCESSLIST WHERE DB = ? AND ID <> CONNECTION_ID()",
      [name],
    );
    if (others.length === 0) return true;
    await sleep(pauseMs);
  }
  return false;
}

async function digestOf(connection: Connection, name: string, part: string, columns: string): Promise<unknown> {
  const each = `CONCAT_WS('|', ${columns
    .split(", ")
    .map((column) => `COALESCE(${column}, '')`)
    .join(", ")})`;
  const text = `SELECT SHA2(GROUP_CONCAT(${each} ORDER BY ${each}), 256) AS digest FROM information_schema.${part} WHERE ${
    part === "TRIGGERS" ? "TRIGGER_SCHEMA" : "TABLE_SCHEMA"
  } = ?`;
  return (await read(connection, text, [name]))[0]?.["digest"];
}

/** Returns the tables of a database whose rows or next number differ from those of its template. */
async function changedTables(connection: Connection, name: string, template: string): Promise<readonly string[]> {
  const [filled, filledThere] = [await filledTables(connection, name), await filledTables(connection, template)];
  const changed = new Set([...filled].filter((table) => !filledThere.has(table)));
  for (const table of filledThere) {
    const sums = await read(connection, "CHECKSUM TABLE ??.??, ??.??", [name, table, template, table]);
    if (sums[0]?.["Checksum"] !== sums[1]?.["Checksum"]) changed.add(table);
  }
  const numbered = await read(
    connection,
    "SELECT TABLE_NAME AS `table` FROM information_schema.TABLES WHERE TABLE_SCHEMA IN (?, ?) AND AUTO_INCREMENT IS NOT NULL " +
      "GROUP BY TABLE_NAME HAVING MIN(AUTO_INCREMENT) <> MAX(AUTO_INCREMENT)",
    [name, template],
  );
  for (const { table } of numbered) changed.add(String(table));
  return [...changed];
}

async function filledTables(connection: Connection, name: string): Promise<ReadonlySet<string>> {
  const tables = await read(
    connection,
    "SELECT TABLE_NAME AS `table` FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
    [name],
  );
  const looksInto = tables.map(
    ({ table }) => `SELECT '${table}' AS \`table\` FROM DUAL WHERE EXISTS (SELECT 1 FROM \`${name}\`.\`${table}\`)`,
  );
  const found = await read(connection, looksInto.join(" UNION ALL "));
  return new Set(found.map(({ table }) => String(table)));
}

async function read(connection: Connection, text: string, values: readonly string[] = []) {
  return (await connection.query<RowDataPacket[]>(text, [...values]))[0];
}

async function connected<T>(databaseUrl: string, run: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection(databaseUrl.replace(/^mariadb:/, "mysql:"));
  try {
    return await run(connection);
  } finally {
    await connection.end();
  }
}
