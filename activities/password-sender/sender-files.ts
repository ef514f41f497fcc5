import { join } from "node:path";

import { z } from "zod";

import { noteFile } from "#activities/managed-host/host-files.ts";
import { type WhileAway, whileAwayChoices } from "#domain/password-sync/sender-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { writeFileDurably } from "#platform/files/durable-file.ts";

/** Names of the files in a sender's folder; programs on its machine find the socket and the choice there. */
export const senderFiles = {
  keys: "sender-keys.json",
  enrolment: "sender.json",
  lock: "sender.lock",
  spool: "spool",
  socket: "socket",
  whileAway: "while-away",
} as const;

/** Enrollment of a sender, with the settings that outlive its process. */
export interface SenderEnrolmentNote {
  readonly senderKey: string;
  /** Address of the API with which it enrolled. */
  readonly apiAddress: string;
  readonly whileAway: WhileAway;
  readonly receivingKey: PublicKey;
}

const enrolmentSchema = z.strictObject({
  senderKey: z.string().min(1),
  apiAddress: z.url(),
  whileAway: z.enum(whileAwayChoices),
  receivingKey: z.record(z.string(), z.string()),
});

/**
 * Reads the enrollment in a sender's folder; undefined if it has not enrolled.
 * @throws PROXY_MISCONFIGURED when the file is not readable
 */
export function readSenderEnrolment(folder: string): SenderEnrolmentNote | undefined {
  return enrolmentFile(folder).read();
}

/** Writes the enrollment, and for programs without JSON also the choice for the time in which the sender does not run. */
export function writeSenderEnrolment(folder: string, note: SenderEnrolmentNote): void {
  writeFileDurably(join(folder, senderFiles.whileAway), `${note.whileAway}\n`);
  enrolmentFile(folder).write(note);
}

const enrolmentFile = (folder: string) =>
  noteFile<SenderEnrolmentNote>(folder, senderFiles.enrolment, (content) => enrolmentSchema.parse(content));
