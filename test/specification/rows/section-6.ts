import type { SpecificationSection } from "./row.ts";

const resets = ["POST /v2/accounts({accountKey})/resetPassword", "POST /v2/users({userKey})/resetPasswords"];

/** Events. */
export const section6: SpecificationSection = {
  number: 6,
  title: "Events",
  rows: [
    {
      id: "6.self-reset",
      says: "a reset of one's own leaves one `SRES`, however many accounts it has; other resets leave none",
      at: resets,
    },
    {
      id: "6.queue-reset",
      says: "a reset that comes with a session of a browser leaves `QRES`, taken or not; others leave none",
      at: ["accounts.resetPassword"],
    },
    {
      id: "6.queue-reset-session",
      says: "sessions of browsers, with which a reset comes",
      at: ["GET /react/session", "DELETE /react/session", "sessions.readOwn", "sessions.endOwn"],
    },
    {
      id: "6.ident",
      says: "a password operation fills `ident` of `sesslog_full`",
      at: [...resets, "GET /v2/sessionLogData"],
    },
    {
      id: "6.ident-synchronization",
      says: "so does a password that is synchronized transparently",
      at: ["POST /passwordSenders/v1/report", "GET /v2/sessionLogData"],
    },
    { id: "6.batch-id", says: "a reset fills batchId from X-BATCH-ID", repeats: ["2.session-log-data.batch-id"] },
    {
      id: "6.only-success",
      says: "a password counts as changed only where the change has succeeded",
      at: [...resets, "GET /v2/accounts({accountKey})"],
    },
  ],
};
