import { ServiceError } from "#domain/errors.ts";

import { translateDatabaseError } from "./database-errors.ts";
import { commitInDoubtCode } from "./driver-codes.ts";

/**
 * What the callers of a transaction hear whose commit failed. Where the disk failed, in the commit or after it, others may see
 * what was written, and it may last or not; every other failure undid it, and comes back as it is.
 */
export function commitInDoubt(cause: unknown): unknown {
  const { code = "" } = cause as { readonly code?: string };
  return code.startsWith("SQLITE_") && !code.startsWith("SQLITE_IOERR") ? cause : inDoubt(cause);
}

/**
 * What the caller of a transaction hears whose commit a database server did not confirm. Where the server has said why it
 * refused, the transaction was undone and the error comes back as it is; where it was not heard, it may have committed.
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

/** What a transaction hears that could not begin, because the log could not be written again: nothing has happened. */
export function logFailed(cause: unknown): Error {
  const { code } = cause as { readonly code?: string };
  const error = new Error("The log of the database could not be written again.", { cause });
  return Object.assign(error, { code: code === "ENOSPC" || code === "EDQUOT" ? "SQLITE_FULL" : "SQLITE_IOERR" });
}
