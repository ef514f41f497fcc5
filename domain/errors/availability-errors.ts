import type { ErrorDefinition } from "./error-definition.ts";

/** Why the service cannot answer for the moment. */
export const availabilityErrors = {
  DATABASE_BUSY: {
    kind: "unavailable",
    message: "The database is busy; nothing was changed. Call again as Retry-After says.",
  },
  DATABASE_UNAVAILABLE: {
    kind: "unavailable",
    message: "The database does not answer; nothing was changed. Call again as Retry-After says.",
  },
  OUTCOME_UNKNOWN: {
    kind: "unavailable",
    message:
      "The database failed at the end of this call, so it is not known whether the call was carried out. Send it again with the same Idempotency-Key, or where it had none read what it would have made or changed first.",
  },
  DATABASE_FULL: {
    kind: "unavailable",
    message: "The disk of the database is full; nothing was changed. Free space on it, then call again.",
  },
  DATABASE_READ_ONLY: {
    kind: "unavailable",
    message:
      "The database takes no writes; nothing was changed. Give the service the right to write to it, or end the database's read-only mode, then call again.",
  },
  DATABASE_DAMAGED: {
    kind: "unavailable",
    message:
      "The database is damaged; nothing was changed. Stop the service, check the disk, and put a backup in the place of the database.",
  },
  TEMPORAL_UNAVAILABLE: {
    kind: "unavailable",
    message: "The workflow engine does not answer. What was accepted is kept and goes on by itself.",
  },
  SIGN_IN_BUSY: {
    kind: "unavailable",
    message: "Too many sign-ins are waiting. Call again as Retry-After says.",
  },
  STARTING: {
    kind: "unavailable",
    message: "The service is starting; /ready says what it waits for. Call again as Retry-After says.",
  },
  SHUTTING_DOWN: {
    kind: "unavailable",
    message: "The service is stopping. Call again as Retry-After says.",
  },
} as const satisfies Record<string, ErrorDefinition>;
