import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folder of a checkout that holds the built programs and the note about the last one. */
export const buildFolder = "build";

/** Name of the note about the last built program. */
export const noteName = "program.json";

/** A program that `tools/build-program.ts` has made of the modules of a checkout. */
export interface BuiltProgram {
  /** Folder of the checkout. */
  readonly root: string;
  /** Path of the built module in place of `bin/command-line.ts`, from the root. */
  readonly module: string;
  /** States of all files that it was made of and consists of, by their paths from the root. */
  readonly states: Readonly<Record<string, string>>;
}

/** Returns a text that differs after every change of a file. */
export function fileState(path: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/**
 * Returns the path of the built module of a checkout: the same code in a few files, which Node loads in a third of the time. Returns undefined
 * if there is none, or if a file has changed since; then the sources run.
 */
export function currentProgram(root: string): string | undefined {
  try {
    const note = JSON.parse(readFileSync(join(root, buildFolder, noteName), "utf8")) as BuiltProgram;
    if (note.root !== root) return undefined;
    for (const [path, state] of Object.entries(note.states))
      if (fileState(join(root, path)) !== state) return undefined;
    return join(root, note.module);
  } catch {
    return undefined;
  }
}
