import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createWritten } from "./written.ts";

/** Files of a recording, by their numbers in it. */
export const files = { database: 0, log: 1, answers: 2 } as const;

/** One event of a file, in the order of all processes. */
export interface Happening {
  /** A sync ends, fails, or only reports an earlier failure (`syncTells`). */
  readonly kind: "write" | "truncate" | "syncBegins" | "syncEnds" | "syncFails" | "syncTells";
  readonly file: number;
  /** True if the service itself did it, and not SQLite. */
  readonly own: boolean;
  /** Last bits of the process ID. */
  readonly process: number;
  /** Place in the file; the number of a sync. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** Recording of the writers of a database. */
export interface Recording {
  /** The database before the first writer. */
  readonly before: Buffer;
  readonly happenings: readonly Happening[];
  /** Number of transactions that were not answered with success, other than those for which the database was busy. */
  readonly refused: number;
  /** Reasons of the first of them in each process. */
  readonly reasons: readonly string[];
}

/** Number of transactions of each caller, and how many syncs of 1000 fail. */
export interface RecordingOptions {
  readonly folder: string;
  readonly transactionsEach: number;
  readonly failingOf1000: { readonly database: number; readonly log: number };
}

const processes = 3;
const callersEach = 4;
/** Number of concurrent callers. */
export const callers = processes * callersEach;
const kinds = ["write", "truncate", "syncBegins", "syncEnds", "syncFails", "syncTells"] as const;
const headerBytes = 16;
const sharedBytes = 4096;

/** Lets three processes of four callers each write transactions, and records what happens to the files. */
export async function record({ folder, transactionsEach, failingOf1000 }: RecordingOptions): Promise<Recording> {
  mkdirSync(folder, { recursive: true });
  const recorder = join(folder, "recorder.so");
  const source = fileURLToPath(new URL("recorder.c", import.meta.url));
  await promisify(execFile)("cc", ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", recorder, source, "-ldl"]);
  const file = join(folder, "test.db");
  createWritten(file, callers);
  const before = readFileSync(file);
  writeFileSync(join(folder, "shared"), Buffer.alloc(sharedBytes));
  writeFileSync(join(folder, "recording"), "");
  const env = {
    ...process.env,
    LD_PRELOAD: recorder,
    POWER_CUT_FOLDER: folder,
    POWER_CUT_FAILING_DATABASE: String(failingOf1000.database),
    POWER_CUT_FAILING_LOG: String(failingOf1000.log),
    UV_USE_IO_URING: "0",
  };
  const children = Array.from({ length: processes }, (_, index) => {
    const args = [`sqlite:${file}`, join(folder, "answers"), index * callersEach, callersEach, transactionsEach];
    return fork(new URL("writers.ts", import.meta.url), args.map(String), { env });
  });
  try {
    await Promise.all(children.map((child) => message(child)));
    const answers = children.map((child) => message(child) as Promise<Report>);
    for (const child of children) child.send("go");
    const reports = await Promise.all(answers);
    const refused = reports.reduce((sum, report) => sum + report.refused, 0);
    const reasons = reports.flatMap(({ reason }) => reason ?? []);
    return { before, happenings: parse(readFileSync(join(folder, "recording"))), refused, reasons };
  } finally {
    // A process that ends normally writes the log back; a power cut does not.
    await Promise.all(children.map((child) => killed(child)));
  }
}

/** Report of a process whose callers have done their transactions. */
interface Report {
  readonly refused: number;
  readonly reason?: string;
}

async function message(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new Error("a writer has ended before its time");
  });
  try {
    const [value] = await Promise.race([once(child, "message", { signal: ended.signal }), exit]);
    return value;
  } finally {
    ended.abort();
    await exit.catch(() => undefined);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

function parse(recording: Buffer): Happening[] {
  const happenings: Happening[] = [];
  for (let from = 0; from + headerBytes <= recording.length;) {
    const kind = kinds[recording.readUInt8(from) - 1] ?? "write";
    const size = recording.readUInt32LE(from + 4);
    // A thread that still checkpoints the log may be writing this one.
    if (from + headerBytes + size > recording.length) break;
    const bytes = recording.subarray(from + headerBytes, from + headerBytes + size);
    const at = Number(recording.readBigUInt64LE(from + 8));
    const [file, own, process] = [1, 2, 3].map((place) => recording.readUInt8(from + place)) as [
      number,
      number,
      number,
    ];
    happenings.push({ kind, file, own: own === 1, process, at, bytes });
    from += headerBytes + size;
  }
  return happenings;
}

const toldMax = 30;

/** Returns the last answers and syncs before a moment, in words, to find the cause of a loss. */
export function toldUntil({ happenings }: Recording, moment: number): string {
  const told: string[] = [];
  for (let index = moment; index >= 0 && told.length < toldMax; index--) {
    const { kind, file, own, process, at, bytes } = happenings[index] as Happening;
    const who = `process ${process}${own ? "" : " (SQLite)"}`;
    if (file === files.answers) told.push(`${index} ${who} answers ${bytes.toString().trim()}`);
    else if (kind.startsWith("sync")) told.push(`${index} ${who} ${kind} ${at} of file ${file}`);
  }
  return told.toReversed().join("\n");
}
