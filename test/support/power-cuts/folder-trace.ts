import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { requireProgram } from "../programs.ts";

/** One event in a traced folder; `begun` and `ended` are places among all beginnings and ends. */
export type FolderHappening = { readonly begun: number; readonly ended: number } & (
  | { readonly kind: "write"; readonly path: string; readonly at: number | "end"; readonly bytes: Buffer }
  | { readonly kind: "copy"; readonly from: string; readonly path: string; readonly size: number }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  | { readonly kind: "make"; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: "link"; readonly from: string; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly path: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "sync"; readonly path: string }
);

type Found = FolderHappening extends infer One ? (One extends unknown ? Omit<One, "begun" | "ended"> : never) : never;

const traced = [
  "open",
  "openat",
  "write",
  "writev",
  "pwrite64",
  "pwritev",
  "ftruncate",
  "copy_file_range",
  "sendfile",
  "mkdir",
  "mkdirat",
  "link",
  "linkat",
  "rename",
  "renameat",
  "renameat2",
  "unlink",
  "unlinkat",
  "rmdir",
  "fsync",
  "fdatasync",
];
const bytesMax = 1_048_576;

/** Runs a program of this project that ends itself by SIGKILL, and returns its actions on files, in the order of its calls. */
export async function traceProgram(
  program: URL,
  args: readonly string[],
  trace: string,
): Promise<readonly FolderHappening[]> {
  const form = ["-f", "-y", "-xx", "-s", String(bytesMax), "-e", `trace=${traced.join()}`, "-o", trace];
  const command = [...form, process.execPath, program.pathname, ...args];
  // Operations in the ring of io_uring would not be traced as calls.
  const env = { ...process.env, UV_USE_IO_URING: "0" };
  await promisify(execFile)(requireProgram("strace", "strace"), command, { env }).catch((error: unknown) => {
    if ((error as { readonly signal?: string }).signal !== "SIGKILL") throw error;
  });
  return happeningsIn(readFileSync(trace, "latin1"));
}

const callForm = /^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?/;
const cutForm = /^(\d+) +(.*) <unfinished \.\.\.>$/;
const resumedForm = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;

/** Returns the events of a trace in the order in which the calls ended; a failed call has done nothing. */
export function happeningsIn(trace: string): readonly FolderHappening[] {
  return wholeCalls(trace).flatMap(({ text: line, begun, ended }) => {
    const [, , name = "", words = "", result = "-1", opened = ""] = callForm.exec(line) ?? [];
    if (Number(result) < 0) return [];
    const found = foundIn(name, words, { result: Number(result), opened: decoded(opened).toString() });
    return found.map((one) => ({ ...one, begun, ended }));
  });
}

interface WholeCall {
  readonly text: string;
  readonly begun: number;
  readonly ended: number;
}

/** Joins the lines of a trace to one per call; a call that was running when another one began is traced in two pieces. */
function wholeCalls(trace: string): readonly WholeCall[] {
  const cut = new Map<string, { readonly head: string; readonly begun: number }>();
  return trace.split("\n").flatMap((line, place): readonly WholeCall[] => {
    const [, cutThread = "", head] = cutForm.exec(line) ?? [];
    if (head !== undefined) {
      cut.set(cutThread, { head, begun: place });
      return [];
    }
    const [, thread = "", tail] = resumedForm.exec(line) ?? [];
    const before = cut.get(thread);
    if (tail === undefined || before === undefined) return [{ text: line, begun: place, ended: place }];
    return [{ text: `${thread} ${before.head}${tail}`, begun: before.begun, ended: place }];
  });
}

interface Call {
  readonly name: string;
  /** Text between its brackets. */
  readonly words: string;
  readonly result: number;
  /** Path of the descriptor that it returns. */
  readonly opened: string;
  /** Paths of the descriptors that it gets. */
  readonly files: readonly string[];
  readonly texts: readonly Buffer[];
}

const file = ({ files }: Call, index = 0) => files[index] ?? "";
const text = ({ texts }: Call, index = 0) => String(texts[index] ?? "");
const lastNumber = ({ words }: Call) => Number(/(\d+)$/.exec(words)?.[1]);

/** Meaning of a call, by the beginning of its name; the first match counts. */
const meanings: readonly (readonly [name: string, meaning: (call: Call) => readonly Found[]])[] = [
  [
    "open",
    ({ words, opened }) => [
      ...(words.includes("O_CREAT") ? [{ kind: "make", path: opened, isFolder: false } as const] : []),
      ...(words.includes("O_TRUNC") ? [{ kind: "truncate", path: opened, size: 0 } as const] : []),
    ],
  ],
  ["mkdir", (call) => [{ kind: "make", path: text(call), isFolder: true }]],
  ["link", (call) => [{ kind: "link", from: text(call), path: text(call, 1) }]],
  ["rename", (call) => [{ kind: "rename", from: text(call), path: text(call, 1) }]],
  ["unlink", (call) => [{ kind: "remove", path: text(call) }]],
  ["rmdir", (call) => [{ kind: "remove", path: text(call) }]],
  ["copy_file_range", (call) => [{ kind: "copy", from: file(call), path: file(call, 1), size: call.result }]],
  ["sendfile", (call) => [{ kind: "copy", from: file(call, 1), path: file(call), size: call.result }]],
  ["ftruncate", (call) => [{ kind: "truncate", path: file(call), size: lastNumber(call) }]],
  ["fsync", (call) => [{ kind: "sync", path: file(call) }]],
  ["fdatasync", (call) => [{ kind: "sync", path: file(call) }]],
  ["pwrite", (call) => [{ kind: "write", path: file(call), at: lastNumber(call), bytes: bytesOf(call) }]],
  ["write", (call) => [{ kind: "write", path: file(call), at: "end", bytes: bytesOf(call) }]],
];

const bytesOf = ({ texts, result }: Call) => Buffer.concat(texts).subarray(0, result);

function foundIn(name: string, words: string, { result, opened }: Pick<Call, "result" | "opened">): readonly Found[] {
  const files = [...words.matchAll(/\d+<([^>]*)>/g)].map(([, path = ""]) => decoded(path).toString());
  const texts = [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) => decoded(hex));
  const meaning = meanings.find(([beginning]) => name.startsWith(beginning))?.[1];
  return meaning?.({ name, words, result, opened, files, texts }) ?? [];
}

const decoded = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");
