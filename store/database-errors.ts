import { type ErrorCode, ServiceError } from "#domain/errors.ts";

import { mariaDbNumbers, serverCodes, sqliteCodes, storageEngineNumbers } from "./driver-codes.ts";

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
  readonly fatal?: boolean;
}

const deadlockNames = new Set(["ER_LOCK_DEADLOCK", "ER_CHECKREAD"]);
/** Errors of a server about one row: its values, or a trigger. */
const rowNames = new Set([
  "ER_BAD_NULL_ERROR",
  "ER_DATA_TOO_LONG",
  "ER_DUP_ENTRY",
  "ER_NO_DEFAULT_FOR_FIELD",
  "ER_SIGNAL_EXCEPTION",
  "ER_TRUNCATED_WRONG_VALUE",
  "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
  "ER_WARN_DATA_OUT_OF_RANGE",
  "ER_WRONG_VALUE_FOR_TYPE",
]);
/** Errors of a server by which it ends a statement or its transaction before it is done. */
const killedNumbers = new Set([
  1205, // ER_LOCK_WAIT_TIMEOUT
  1213, // ER_LOCK_DEADLOCK
  1317, // ER_QUERY_INTERRUPTED
  1927, // ER_CONNECTION_KILLED
  1969, // ER_STATEMENT_TIMEOUT
]);
const engineSaid = /^Got error (\d+)/;

/** Returns the driver's own error, even if an error of the service wraps it. */
function driverErrorOf(error: unknown): DriverError {
  return (error instanceof ServiceError ? error.cause : error) ?? {};
}

function nameOf(error: unknown): string {
  return driverErrorOf(error).code ?? "";
}

/** Returns the service's code for an error of a driver, by tables; undefined if the error is no state of the database. */
function databaseErrorCode(error: unknown): ErrorCode | undefined {
  const driverError = driverErrorOf(error);
  const { code: name = "", fatal } = driverError;
  if (name.startsWith("SQLITE_")) return sqliteCodes[name] ?? sqliteCodes[name.split("_", 2).join("_")];
  const known = serverCode(driverError);
  // A call on an ended connection gets no code from the driver, only this mark.
  return known ?? (fatal === true ? "DATABASE_UNAVAILABLE" : undefined);
}

function serverCode({ code: name = "", errno = 0, message = "" }: DriverError): ErrorCode | undefined {
  const said = engineSaid.exec(message)?.[1];
  if (said !== undefined) return storageEngineNumbers[Number(said)] ?? "DATABASE_UNAVAILABLE";
  return mariaDbNumbers[errno] ?? serverCodes[name];
}

/** Returns true if the database undid a transaction only because it collided with another one: it may simply run again. */
export function isDeadlock(error: unknown): boolean {
  return deadlockNames.has(nameOf(error));
}

/** Returns true if the database refused a row for what it is: its values, a key that another row has, or a trigger. */
export function isRefusedRow(error: unknown): boolean {
  const name = nameOf(error);
  return name.startsWith("SQLITE_CONSTRAINT") || name === "SQLITE_TOOBIG" || rowNames.has(name);
}

/** Returns true if the database, or somebody who looks after it, has ended a statement or its transaction before it was done. */
export function isKilled(error: unknown): boolean {
  const { code = "", errno = 0 } = driverErrorOf(error);
  return code === "SQLITE_INTERRUPT" || killedNumbers.has(errno);
}

/** Returns the service's error for an error of a driver; any other error is returned as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = databaseErrorCode(error);
  if (code === undefined) return error;
  const { code: name, message = "" } = driverErrorOf(error);
  if (code === "QUERY_OPTION_INVALID") {
    const text = "The query calculates a number that is too great. Use smaller ones.";
    return new ServiceError(code, { message: text, cause: error });
  }
  return new ServiceError(code, { detail: code === "CONFLICT" ? message : (name ?? message), cause: error });
}

/**
 * Throws the result of `translateDatabaseError`.
 * @throws the codes of databases, or the error as it is
 */
export function throwTranslated(error: unknown): never {
  throw translateDatabaseError(error);
}

/** Returns true if a statement names a table that does not exist, or the database file does not exist. */
export function isTableMissing(error: unknown): boolean {
  const code = nameOf(error);
  if (code === "ER_NO_SUCH_TABLE" || code === "SQLITE_CANTOPEN") return true;
  return code === "SQLITE_ERROR" && (error as Error).message.startsWith("no such table");
}
