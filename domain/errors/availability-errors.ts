import { errorDefinitions } from "./error-definition.ts";

/** Errors of a service that cannot answer for the moment. */
export const availabilityErrors = errorDefinitions({
  unavailable: {
    DATABASE_BUSY: "The database is busy; nothing was changed. Retry after the time in Retry-After.",
    DATABASE_UNAVAILABLE: "The database does not answer; nothing was changed. Retry after the time in Retry-After.",
    OUTCOME_UNKNOWN:
      "The database failed at the end of this call, so the outcome is unknown. Send the call again with the same Idempotency-Key; without one, check first whether it was completed.",
    DATABASE_FULL: "The disk of the database is full; nothing was changed. Free disk space and try again.",
    DATABASE_READ_ONLY:
      "The database is read-only; nothing was changed. Give the service write access, or end the read-only mode of the database, then try again.",
    DATABASE_NOT_DURABLE:
      "The database server can lose committed data, so nothing is written to it. Set innodb_flush_log_at_trx_commit = 1, and sync_binlog = 1 if it has a binary log, then try again.",
    DATABASE_DAMAGED:
      "The database is damaged; nothing was changed. Stop the service, check the disk, and restore a backup.",
    BREACHED_LIST_UNAVAILABLE:
      "The password policy requires the list of breached passwords, and the list is missing or damaged; nothing was changed. Try again later, or ask an administrator to build it with 'gatehouse breached build'.",
    SIGN_IN_BUSY: "Too many sign-ins are waiting. Retry after the time in Retry-After.",
    SIGN_IN_TARGET_AWAY: "The sign-in system is unavailable. Try again in a moment.",
    VERSION_TOO_OLD:
      "This process is older than the database, and ends. Retry: another one answers. If none does, an administrator starts the version that has migrated the database.",
  },
});
