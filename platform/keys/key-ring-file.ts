import { createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { withFileLock } from "../processes/file-lock.ts";
import { requirePrivateFile, requirePrivateFolder } from "../processes/private-folder.ts";

/** The keys of a data folder, as kept in its key ring file. */
export interface KeyRingFile {
  /** The key with which new texts are wrapped. */
  active(): { kid: string; key: KeyObject };
  /** A key by its id, or undefined; a key that another process has added meanwhile is found too. */
  find(kid: string): KeyObject | undefined;
  /** Adds a new active key. */
  rotate(): Promise<string>;
}

/** The ids of the keys in the key ring file of a data folder; none where there is no file. */
export function keyRingIds(folder: string): readonly string[] {
  const path = join(folder, keyRingFileName);
  return statSync(path, { throwIfNoEntry: false }) ? Object.keys(read(path).keys) : [];
}

/** The name of the key ring file in the data folder. */
export const keyRingFileName = "keys.json";

const keyBytes = 32;
const schema = z.strictObject({
  active: z.string(),
  keys: z.record(z.string(), z.strictObject({ key: z.base64url(), createdAt: z.string() })),
});
type Content = z.infer<typeof schema>;

/**
 * Opens the key ring file of a data folder and makes it when it is absent.
 * @throws NotPrivateError when others than the owner may enter the folder or read the file
 * @throws Error when the file is not a key ring
 */
export function openKeyRingFile(folder: string): KeyRingFile {
  const path = join(folder, keyRingFileName);
  create(folder, path);
  let ring = load(path);
  return {
    active: () => {
      const key = ring.keys.get(ring.active);
      if (!key) throw new Error(`${path} names ${ring.active} as its active key, but does not hold it.`);
      return { kid: ring.active, key };
    },
    find: (kid) => {
      if (!ring.keys.has(kid)) ring = load(path);
      return ring.keys.get(kid);
    },
    rotate: () =>
      withFileLock(`${path}.lock`, async () => {
        const content = read(path);
        const added = newKey();
        writeWhole(path, { active: added.kid, keys: { ...content.keys, [added.kid]: added.entry } }, renameSync);
        ring = load(path);
        return added.kid;
      }),
  };
}

function create(folder: string, path: string): void {
  requirePrivateFolder(folder);
  if (statSync(path, { throwIfNoEntry: false })) return;
  const { kid, entry } = newKey();
  try {
    // A link fails when the file exists: of several processes that start at once, one wins whole.
    writeWhole(path, { active: kid, keys: { [kid]: entry } }, linkSync);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function writeWhole(path: string, content: Content, publish: (from: string, to: string) => void): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(temporary, 0o600);
  try {
    publish(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function newKey() {
  const entry = { key: randomBytes(keyBytes).toString("base64url"), createdAt: new Date().toISOString() };
  return { kid: randomBytes(6).toString("hex"), entry };
}

function read(path: string): Content {
  requirePrivateFile(path);
  const result = schema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!result.success)
    throw new Error(`${path} is not a key ring. Restore it from a backup: without it no secret opens.`);
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function load(path: string): { active: string; keys: Map<string, KeyObject> } {
  const content = read(path);
  const keys = Object.entries(content.keys).map(
    ([kid, { key }]) => [kid, createSecretKey(Buffer.from(key, "base64url"))] as const,
  );
  return { active: content.active, keys: new Map(keys) };
}
