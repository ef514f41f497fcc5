import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { promisify } from "node:util";

import { projectRoot } from "./source-files.ts";

const leftOut = new Set(["node_modules", ".git", "build", "dist", "coverage"]);

/** A copy of this project that a test may change. */
export interface ProjectCopy {
  readonly root: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Returns the paths of the files that are new or changed. */
  touched(): readonly string[];
  /** Runs a command there; returns its error and output if it fails, null if it succeeds. */
  failureOf(command: string, ...args: readonly string[]): Promise<string | null>;
  remove(): void;
}

/** Copies the files of the project; the packages are those installed here. */
export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), "gatehouse-copy-"));
  const filter = (path: string) => !leftOut.has(relative(projectRoot, path).split("/")[0] ?? "");
  cpSync(projectRoot, root, { recursive: true, filter });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return {
    root,
    read,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    touched: () =>
      filesIn(root).filter((path) => {
        const original = join(projectRoot, path);
        return !existsSync(original) || !readFileSync(original).equals(readFileSync(join(root, path)));
      }),
    async failureOf(command, ...args) {
      const { VITEST: _, ...environment } = process.env;
      const PATH = [join(root, "node_modules", ".bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
      try {
        await promisify(execFile)(command, args, { cwd: root, env: { ...environment, PATH } });
        return null;
      } catch (error) {
        const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
        return `${String(error)}\n${stdout}${stderr}`;
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !leftOut.has(path.split("/")[0] ?? ""))
    .toSorted();
}
