import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

import { syncFolder } from "#platform/files/durable-file.ts";

import { CliError } from "./cli-error.ts";

/** A file for its owner alone that is written beside its final path, and appears there complete or not at all. */
export interface NewFile {
  readonly path: string;
  write(text: string): void;
  /**
   * Moves the file to its final path.
   * @throws CliError if another file has appeared there meanwhile
   */
  publish(): void;
  /** Removes the file, even if it is at its final path already. */
  discard(): void;
}

/** Clean-ups to run if the process ends early; one listener serves all files. */
const unfinished = new Set<() => void>();
const discardAll = () => unfinished.forEach((discard) => discard());

/**
 * Creates a file. Whatever ends this process, except kill -9 or a crash of the machine, leaves nothing of it.
 * @throws CliError if the file exists already, or cannot be written
 */
function beginFile(path: string): NewFile {
  if (existsSync(path)) throw isThere(path);
  const temporary = `${path}.part-${randomBytes(6).toString("hex")}`;
  const descriptor = openNew(path, temporary);
  let state: "open" | "published" | "ended" = "open";
  const discard = () => {
    unfinished.delete(discard);
    if (state === "open") closeSync(descriptor);
    if (state === "published") rmSync(path, { force: true });
    rmSync(temporary, { force: true });
    state = "ended";
  };
  if (!process.listeners("exit").includes(discardAll)) process.on("exit", discardAll);
  unfinished.add(discard);
  return {
    path,
    write: (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    },
    publish: () => {
      fsyncSync(descriptor);
      place(temporary, path);
      syncFolder(dirname(path));
      closeSync(descriptor);
      unfinished.delete(discard);
      state = "published";
    },
    discard,
  };
}

/** Writes new files together: all of them reach their final paths, the first one last, or none does. */
export async function withNewFiles<T>(
  paths: readonly string[],
  write: (files: readonly NewFile[]) => Promise<T>,
): Promise<T> {
  const files: NewFile[] = [];
  try {
    for (const path of paths) files.push(beginFile(path));
    const written = await write(files);
    for (const file of files.toReversed()) file.publish();
    return written;
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  }
}

function openNew(path: string, temporary: string): number {
  try {
    return openSync(temporary, "wx", 0o600);
  } catch (error) {
    throw new CliError(
      `'${path}' cannot be written. Name a file in a folder that is there and yours.`,
      undefined,
      error,
    );
  }
}

function place(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
    rmSync(temporary);
  } catch (error) {
    if (existsSync(path)) throw isThere(path);
    // Some file systems have no links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(temporary, path);
  }
}

const isThere = (path: string) =>
  new CliError(`${path} is there already, and nothing is replaced. Choose another name, or move it away.`);
