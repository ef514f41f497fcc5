import { ServiceError } from "#domain/errors.ts";

import { translateDatabaseError } from "./database-errors.ts";
import { commitInDoubtCode } from "./driver-codes.ts";

/**
 * Returns the error for the callers of a transaction whose commit failed. If the disk failed, in the commit or after it, others may see
 * what was written, and it may last or not. Every other failure undid the transaction, and its error is returned as it is.
 */
export function commitInDoubt(cause: unknown): unknown {
  const { code = "" } = cause as { readonly code?: string };
  return code.startsWith("SQLITE_") && !code.startsWith("SQLITE_IOERR") ? cause : inDoubt(cause);
}

/**
 * Returns the error for the caller of a transaction whose commit a database server did not confirm. If the server said why it refused, the
 * transaction was undone and the error is returned as it is. If the server did not answer, the transaction may have committed.
 */
export function serverCommitInDoubt(cause: unknown): unknown {
  const known = translateDatabaseError(cause);
  const isRefused = known instanceof ServiceError && known.code !== "DATABASE_UNAVAILABLE";
  return isRefused ? cause : inDoubt(cause);
}

function inDoubt(cause: unknown): Error {
  const error = new Error("Whether the commit is on the disk of the database is not known.", { cause });
  return Object.assign(error, { code: commitInDoubtCode });
}

/** Returns the error for a transaction that could not begin because the log could not be written again: nothing has happened. */
export function logFailed(cause: unknown): Error {
  const { code } = cause as { readonly code?: string };
  const error = new Error("The log of the database could not be written again.", { cause });
  return Object.assign(error, { code: code === "ENOSPC" || code === "EDQUOT" ? "SQLITE_FULL" : "SQLITE_IOERR" });
}
