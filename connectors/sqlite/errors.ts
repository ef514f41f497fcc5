import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

// The longest matching prefix decides: SQLite refines its codes to the right.
const byPrefix: readonly (readonly [string, ConnectorCode])[] = [
  ["SQLITE_CONSTRAINT_UNIQUE", "alreadyExists"],
  ["SQLITE_CONSTRAINT", "invalidValue"],
  ["SQLITE_MISMATCH", "invalidValue"],
  ["SQLITE_TOOBIG", "invalidValue"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_READONLY", "permission"],
  ["SQLITE_PERM", "permission"],
  ["SQLITE_AUTH", "permission"],
  ["SQLITE_CANTOPEN", "unreachable"],
  ["SQLITE_NOTADB", "config"],
  ["SQLITE_CORRUPT", "config"],
  ["SQLITE_FULL", "broken"],
  ["SQLITE_IOERR", "broken"],
];

/** Maps an error of the SQLite driver to the closed list and keeps the driver's words. */
export function mapSqliteError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const native = error.code;
  const row = byPrefix.find(([prefix]) => native.startsWith(prefix));
  return row && new ConnectorError(row[1], error.message, { targetCode: native, cause: error });
}
