/** The code under which the tables of the drivers' codes know a commit of which nobody can say whether it will last. */
export const commitInDoubtCode = "COMMIT_IN_DOUBT";

/**
 * What the callers of a transaction hear whose commit failed. Where the disk failed, in the commit or after it, others may see
 * what was written, and it may last or not; every other failure undid it, and comes back as it is.
 */
export function commitInDoubt(cause: unknown): unknown {
  const { code = "" } = cause as { readonly code?: string };
  if (code.startsWith("SQLITE_") && !code.startsWith("SQLITE_IOERR")) return cause;
  const error = new Error("Whether the commit is on the disk of the database is not known.", { cause });
  return Object.assign(error, { code: commitInDoubtCode });
}

/** What a transaction hears that could not begin, because the log could not be written again: nothing has happened. */
export function logFailed(cause: unknown): Error {
  const { code } = cause as { readonly code?: string };
  const error = new Error("The log of the database could not be written again.", { cause });
  return Object.assign(error, { code: code === "ENOSPC" || code === "EDQUOT" ? "SQLITE_FULL" : "SQLITE_IOERR" });
}
