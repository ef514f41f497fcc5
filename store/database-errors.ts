import { ServiceError } from "#domain/errors.ts";

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
  readonly original?: DriverError;
  readonly parent?: DriverError;
}

const deadlockCodes = new Set(["ER_LOCK_DEADLOCK", "ER_CHECKREAD"]);
const busyCodes = new Set(["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_TIMEOUT", "ER_LOCK_WAIT_TIMEOUT"]);
const duplicateCodes = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "ER_DUP_ENTRY"]);
const rangeCodes = new Set(["ER_DATA_OUT_OF_RANGE"]);
const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "PROTOCOL_CONNECTION_LOST",
  "ER_SERVER_SHUTDOWN",
  "SQLITE_CANTOPEN",
  "SQLITE_FULL",
  "SQLITE_IOERR",
]);

function codeOf(error: unknown): string | undefined {
  const seen = error as DriverError | undefined;
  return seen?.original?.code ?? seen?.parent?.code ?? seen?.code;
}

/** True where the database undid a transaction only because it met another one: it may simply run again. */
export function isDeadlock(error: unknown): boolean {
  return deadlockCodes.has(codeOf(error) ?? "");
}

/** The service's own error for what a driver threw; anything else comes back as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = codeOf(error) ?? "";
  if (busyCodes.has(code)) return new ServiceError("DATABASE_BUSY", { detail: code, cause: error });
  if (unavailableCodes.has(code)) return new ServiceError("DATABASE_UNAVAILABLE", { detail: code, cause: error });
  if (rangeCodes.has(code)) {
    const message = "The query calculates a number that is too great. Use smaller ones.";
    return new ServiceError("QUERY_OPTION_INVALID", { message, cause: error });
  }
  if (duplicateCodes.has(code)) {
    return new ServiceError("CONFLICT", { detail: (error as Error).message, cause: error });
  }
  return error;
}

/** True where a statement names a table that is not there, or a database file that is not. */
export function isTableMissing(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "ER_NO_SUCH_TABLE" || code === "SQLITE_CANTOPEN") return true;
  return code === "SQLITE_ERROR" && (error as Error).message.startsWith("no such table");
}
