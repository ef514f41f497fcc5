import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "histories");
// The packages may lie elsewhere than the checkout, behind a link.
const packagesFolder = /\/[\w./-]*\/node_modules\//g;

/** A history as the worker replays it. */
export interface RecordedHistory {
  readonly events: readonly object[];
}

/** Returns the path of the file of a history. */
export function historyFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** Writes a history in a readable form: an event a line, payloads as text, numbers as numbers, nothing of the machine. */
export function writeHistory(name: string, history: unknown): void {
  const { events } = plain("", history) as RecordedHistory;
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  // Stack traces name the folder of the recording machine, which means nothing elsewhere.
  const text = `{"events":[\n${lines}\n]}\n`.replaceAll(process.cwd(), "/gatehouse");
  writeFileSync(historyFile(name), text.replaceAll(packagesFolder, "/gatehouse/node_modules/"));
}

/** Reads a history that `writeHistory` has written. */
export function readHistory(name: string): RecordedHistory {
  return JSON.parse(readFileSync(historyFile(name), "utf8"), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("$text" in value) return Buffer.from(String(value.$text));
    if ("$base64" in value) return Buffer.from(String(value.$base64), "base64");
    return value;
  }) as RecordedHistory;
}

function plain(name: string, value: unknown): unknown {
  if (name === "identity") return "recorder";
  if (value instanceof Uint8Array) return bytes(value);
  if (Array.isArray(value)) return value.map((part) => plain("", part));
  if (typeof value !== "object" || value === null) return value;
  // The protobuf library's 64-bit numbers; none of those in a history is too large for a number.
  if ("toNumber" in value && typeof value.toNumber === "function") return value.toNumber() as unknown;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(key, part)]));
}

function bytes(value: Uint8Array): object {
  const text = Buffer.from(value).toString("utf8");
  return Buffer.from(text).equals(value) ? { $text: text } : { $base64: Buffer.from(value).toString("base64") };
}
