import { readdirSync } from "node:fs";
import { join } from "node:path";

import { openDatabase } from "#store/database.ts";

/** Searches bytes for secrets and returns the names of those found, in whatever encoding. */
export type CanarySearch = (bytes: Buffer) => readonly string[];

interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

const startBits = 16;
const base64Bits = 6;
const byteBits = 8;
const groupBytes = 3;

/** Returns a search for texts of at least six characters, by their names. It reads the bytes once, however many texts there are. */
export function createSearch(texts: Readonly<Record<string, string>>): CanarySearch {
  const forms = Object.entries(texts).flatMap(([name, text]) => formsOf(text).map((bytes): Form => ({ name, bytes })));
  const byStart = Map.groupBy(forms, ({ bytes }) => bytes.readUInt16BE(0));
  const isStart = new Uint8Array(1 << startBits);
  for (const start of byStart.keys()) isStart[start] = 1;
  return (bytes) => {
    const found = new Set<string>();
    for (let at = 0; at + 1 < bytes.length; at++) {
      const start = ((bytes[at] ?? 0) << byteBits) | (bytes[at + 1] ?? 0);
      if (isStart[start] !== 1) continue;
      for (const { name, bytes: form } of byStart.get(start) ?? [])
        if (!found.has(name) && form.equals(bytes.subarray(at, at + form.length))) found.add(name);
    }
    return [...found];
  };
}

/** Returns the encodings of a text that are searched for: plain, escaped, and encoded by itself or as a part of something longer. */
function formsOf(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text);
  const hex = utf8.toString("hex");
  const coded = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    hex,
    hex.toUpperCase(),
    ...base64Of(utf8),
  ];
  const utf16 = Buffer.from(text, "utf16le");
  return [...[...new Set(coded)].map((form) => Buffer.from(form)), utf16, Buffer.from(utf16).swap16()];
}

/** Returns the Base64 text that stays the same wherever the bytes begin; the characters at both ends depend on the neighboring bytes. */
function base64Of(bytes: Buffer): string[] {
  return Array.from({ length: groupBytes }, (_, before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const places = [Math.ceil((before * byteBits) / base64Bits), ((before + bytes.length) * byteBits) / base64Bits];
    return coded.slice(places[0], Math.floor(places[1] ?? 0));
  }).flatMap((coded) => [coded, coded.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** Returns all files of a folder and of its subfolders; other entries, such as sockets, are left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

/** Returns every value of every table of a database, as it is stored. */
export async function databaseBytes(databaseUrl: string): Promise<Buffer> {
  const database = openDatabase({ databaseUrl });
  const isSqlite = database.dialect.name === "sqlite";
  try {
    const names = await database.read(
      isSqlite ? "SELECT `name` FROM sqlite_master WHERE `type` = 'table'" : "SHOW TABLES",
    );
    const pieces: Buffer[] = [];
    for (const name of names.flatMap((row) => Object.values(row))) {
      const rows = await database.read(`SELECT * FROM \`${String(name)}\``);
      for (const row of rows) for (const value of Object.values(row)) pieces.push(bytesOf(value), between);
    }
    return Buffer.concat(pieces);
  } finally {
    await database.close();
  }
}

const between = Buffer.from("\n");

function bytesOf(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
}

/**
 * Returns the files in which a database server of this machine keeps a database, and the log of all its changes; none if the database is a
 * file.
 */
export async function serverFiles(databaseUrl: string): Promise<readonly string[]> {
  const database = openDatabase({ databaseUrl });
  try {
    if (database.dialect.name === "sqlite") return [];
    const [row] = await database.read("SELECT @@datadir AS `folder`, DATABASE() AS `name`");
    const folder = String(row?.["folder"]);
    const logs = readdirSync(folder).filter((name) => name.startsWith("ib_logfile"));
    return [...filesBelow(join(folder, String(row?.["name"]))), ...logs.map((name) => join(folder, name))];
  } finally {
    await database.close();
  }
}
