import { join } from "node:path";

import type { HostEnrolment, OrderInHand } from "#activities/managed-host/host-files.ts";
import type { SenderEnrolmentNote } from "#activities/password-sender/sender-files.ts";
import type { NewChange } from "#activities/password-sender/waiting-change.ts";
import type { Enrolment } from "#activities/proxy/enrolment.ts";
import type { AuditRecord } from "#domain/audit/audit-record.ts";
import type { BackupSource } from "#store/backup.ts";

/** Enrollment of a proxy, as it is written and searched for. */
export const enrolment: Enrolment = { proxyId: "proxy1", apiAddress: "http://127.0.0.1:8080/" };
/** Enrollment of a managed host. */
export const hostEnrolment: HostEnrolment = { hostKey: "host1", apiAddress: "http://127.0.0.1:8080/" };
/** Operation that a managed host is carrying out. */
export const inHand: OrderInHand = { operationKey: "operation1", sends: 1 };
/** Enrollment of a password sender. */
export const senderEnrolment: SenderEnrolmentNote = {
  senderKey: "sender1",
  apiAddress: "http://127.0.0.1:8080/",
  whileAway: "refuse",
  receivingKey: { kty: "OKP", crv: "X25519", x: "key" },
};
/** Accounts whose changes a password sender keeps, in this order. */
export const changedAccounts: readonly string[] = ["ada", "ben", "cy"];
/** Text of each exported file. */
export const exported = "what was exported\n".repeat(1_000);
/** Bytes in the log of a database: enough for many pages. */
export const logBytes = 100_000;

/** Rows that the file of the audit gets, one at a time. */
export const auditRows: readonly AuditRecord[] = Array.from({ length: 5 }, (_, index) => ({
  node: "node1",
  position: index + 1,
  hash: "f".repeat(64),
  time: 19e11 + index,
  operation: "ACUA",
  result: "S",
}));

/** Returns the source of a backup in a folder that a test has filled. */
export function source(folder: string): BackupSource {
  const facts = { softwareVersion: "1.2.3", madeAt: "2030-01-31T08:00:00.000Z" };
  return { database: join(folder, "source.db"), dataFolder: folder, ...facts };
}

/** Returns the change of an account that a password sender keeps. */
export function keptChange(account: string): NewChange {
  return { name: { shortId: account }, jwe: `sealed for ${account}`, at: { boot: "boot", ms: 1 } };
}
