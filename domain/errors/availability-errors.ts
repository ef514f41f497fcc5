import { errorDefinitions } from "./error-definition.ts";

/** Errors of a service that cannot answer for the moment. */
export const availabilityErrors = errorDefinitions({
  unavailable: {
    DATABASE_BUSY: "The database is busy; nothing was changed. Call again as Retry-After says.",
    DATABASE_UNAVAILABLE: "The database does not answer; nothing was changed. Call again as Retry-After says.",
    OUTCOME_UNKNOWN:
      "The database failed at the end of this call, so it is not known whether the call was carried out. Send it again with the same Idempotency-Key, or where it had none read what it would have made or changed first.",
    DATABASE_FULL: "The disk of the database is full; nothing was changed. Free space on it, then call again.",
    DATABASE_READ_ONLY:
      "The database takes no writes; nothing was changed. Give the service the right to write to it, or end the database's read-only mode, then call again.",
    DATABASE_NOT_DURABLE:
      "The database server may lose what it commits, so nothing is written to it. Set innodb_flush_log_at_trx_commit = 1, and sync_binlog = 1 where it keeps a binary log, then call again.",
    DATABASE_DAMAGED:
      "The database is damaged; nothing was changed. Stop the service, check the disk, and put a backup in the place of the database.",
    SIGN_IN_BUSY: "Too many sign-ins are waiting. Call again as Retry-After says.",
    SIGN_IN_TARGET_AWAY:
      "The system that knows the passwords of people does not answer, so nobody has looked at this one. Try again in a moment.",
    STARTING: "The service is starting; /ready says what it waits for. Call again as Retry-After says.",
  },
});
