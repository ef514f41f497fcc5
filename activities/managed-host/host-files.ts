import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";

/** Name of the file with a host's keys in its folder. */
export const hostKeysFile = "host-keys.json";

/** Enrollment that a managed host remembers. */
export interface HostEnrolment {
  readonly hostKey: string;
  /** Address of the API with which it enrolled. */
  readonly apiAddress: string;
}

const enrolmentFile = "host.json";
const enrolmentSchema = z.strictObject({ hostKey: z.string().min(1), apiAddress: z.url() });

/**
 * Reads the enrollment in a host's folder; undefined if it has not enrolled.
 * @throws PROXY_MISCONFIGURED when the file is not readable
 */
export function readHostEnrolment(folder: string): HostEnrolment | undefined {
  const way = "Remove it and enrol again with 'gatehouse host enrol'.";
  return readFile(join(folder, enrolmentFile), (content) => enrolmentSchema.parse(content), way);
}

/** Writes an enrollment to a host's folder. */
export function writeHostEnrolment(folder: string, enrolment: HostEnrolment): void {
  makeFolderDurably(folder);
  writeNote(join(folder, enrolmentFile), enrolment);
}

/** Order that a managed host has begun, and its outcome once that is known. It holds no password. */
export interface OrderInHand {
  readonly operationKey: string;
  readonly sends: number;
  readonly outcome?: Outcome;
}

/** Note of the order that a host has begun. */
export type HandNote = NoteFile<OrderInHand>;

const handSchema = z.object({
  operationKey: z.string(),
  sends: z.int(),
  outcome: z.custom<Outcome>((value) => typeof value === "object" && value !== null).exactOptional(),
});

/** Opens the note of the order in a host's folder. */
export function handNoteIn(folder: string): HandNote {
  return noteFile(folder, "in-hand.json", (content) => handSchema.parse(content));
}

/** A note in a host's folder that outlives the process. */
interface NoteFile<T> {
  /**
   * Reads the note; undefined if there is none.
   * @throws PROXY_MISCONFIGURED when the file is not readable
   */
  read(): T | undefined;
  /** Writes the note durably: it is on the disk when this returns. */
  write(note: T): void;
  clear(): void;
}

/** Opens the note with that name in a host's folder. */
export function noteFile<T>(folder: string, name: string, parse: (content: unknown) => T): NoteFile<T> {
  const path = join(folder, name);
  return {
    read: () => readFile(path, parse, "Remove it."),
    write: (note) => writeNote(path, note),
    clear: () => rmSync(path, { force: true }),
  };
}

function readFile<T>(path: string, parse: (content: unknown) => T, way: string): T | undefined {
  try {
    return parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ServiceError("PROXY_MISCONFIGURED", { message: `'${path}' cannot be read. ${way}`, cause });
  }
}

const writeNote = (path: string, content: unknown) => writeFileDurably(path, `${JSON.stringify(content)}\n`);
