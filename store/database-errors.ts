import { type ErrorCode, ServiceError } from "#domain/errors.ts";

import { mariaDbNumbers, serverCodes, sqliteCodes, storageEngineNumbers } from "./driver-codes.ts";

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
  readonly fatal?: boolean;
}

const deadlockNames = new Set(["ER_LOCK_DEADLOCK", "ER_CHECKREAD"]);
const engineSaid = /^Got error (\d+)/;

/** What the driver itself threw, also where the service's own error wraps it. */
function driverErrorOf(error: unknown): DriverError {
  return (error instanceof ServiceError ? error.cause : error) ?? {};
}

function nameOf(error: unknown): string {
  return driverErrorOf(error).code ?? "";
}

/** The service's own code for what a driver threw, by tables; undefined where it is no state of the database. */
function databaseErrorCode(error: unknown): ErrorCode | undefined {
  const driverError = driverErrorOf(error);
  const { code: name = "", fatal } = driverError;
  if (name.startsWith("SQLITE_")) return sqliteCodes[name] ?? sqliteCodes[name.split("_", 2).join("_")];
  const known = serverCode(driverError);
  // The driver has no code for a call on a connection that has ended, only this mark.
  return known ?? (fatal === true ? "DATABASE_UNAVAILABLE" : undefined);
}

function serverCode({ code: name = "", errno = 0, message = "" }: DriverError): ErrorCode | undefined {
  const said = engineSaid.exec(message)?.[1];
  if (said !== undefined) return storageEngineNumbers[Number(said)] ?? "DATABASE_UNAVAILABLE";
  return mariaDbNumbers[errno] ?? serverCodes[name];
}

/** True where the database undid a transaction only because it met another one: it may simply run again. */
export function isDeadlock(error: unknown): boolean {
  return deadlockNames.has(nameOf(error));
}

/** The service's own error for what a driver threw; anything else comes back as it is. */
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
 * Throws what `translateDatabaseError` makes of an error.
 * @throws the codes of databases, or the error as it is
 */
export function throwTranslated(error: unknown): never {
  throw translateDatabaseError(error);
}

/** True where a statement names a table that is not there, or a database file that is not. */
export function isTableMissing(error: unknown): boolean {
  const code = nameOf(error);
  if (code === "ER_NO_SUCH_TABLE" || code === "SQLITE_CANTOPEN") return true;
  return code === "SQLITE_ERROR" && (error as Error).message.startsWith("no such table");
}
