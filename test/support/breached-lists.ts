import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";

import {
  buildBreachedList,
  type BuildOptions,
  type BuiltList,
} from "#platform/breached-passwords/build-breached-list.ts";

/** Returns the SHA-1 of a password as lists of digests have it. */
export function sha1Of(password: string): string {
  return createHash("sha1").update(password, "utf8").digest("hex").toUpperCase();
}

/** Builds a list from files as a command does, without telling its progress. */
export function buildList(
  files: readonly string[],
  path: string,
  options: Partial<BuildOptions> = {},
): Promise<BuiltList> {
  const signal = new AbortController().signal;
  return buildBreachedList(files, { path, isPartial: false, signal, onProgress: () => undefined, ...options });
}

/** Builds the list of breached passwords of a service from some passwords. */
export async function writeBreachedList(path: string, passwords: readonly string[]): Promise<void> {
  const file = `${path}.txt`;
  writeFileSync(file, passwords.map((password) => `${sha1Of(password)}:3\n`).join(""));
  await buildList([file], path);
  rmSync(file);
}
