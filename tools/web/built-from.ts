import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const noteName = ".built-from";

/** Returns the path of the note in a built folder about the sources it was built from. */
export const builtFromNote = (folder: string) => join(folder, noteName);

/** Returns a hash over all sources of the pages. */
export function sourcesHash(root: string): string {
  const hash = createHash("sha256");
  const built = join("web", "dist") + sep;
  const rooms = ["web", "domain", join("tools", "web")].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name))),
  );
  const sources = rooms.filter((path) => !path.startsWith(built) && !/\.test\.tsx?$/.test(path));
  for (const path of ["package-lock.json", ...sources].toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Returns true if a folder was built from the sources with this hash. */
export function isBuiltFrom(folder: string, hash: string): boolean {
  const note = builtFromNote(folder);
  return existsSync(note) && readFileSync(note, "utf8") === hash;
}
