import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

import { syncFolder } from "#platform/files/durable-file.ts";

import { CliError } from "./cli-error.ts";

/** A file for its owner alone that is written beside its place, and is there whole or not at all. */
export interface NewFile {
  readonly path: string;
  write(text: string): void;
  /** Puts it in its place. @throws CliError where another file has come there meanwhile */
  publish(): void;
  /** Leaves nothing of it, also where it is in its place already. */
  discard(): void;
}

/** What is to go where the process ends before its time; one listener for all, however many files there are. */
const unfinished = new Set<() => void>();
const discardAll = () => unfinished.forEach((discard) => discard());

/** Begins a file; whatever ends this process but kill -9 or the machine's end leaves nothing of it. @throws CliError where one is there already, or none can be written */
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

/** Writes new files together: all of them come into their places, the first one last, or none does. */
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
    // Disks of other systems know no links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(temporary, path);
  }
}

const isThere = (path: string) =>
  new CliError(`${path} is there already, and nothing is replaced. Choose another name, or move it away.`);
