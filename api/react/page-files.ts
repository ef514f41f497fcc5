import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the pages, as it is sent: plain, and packed if the build packed it. */
export interface PageFile {
  readonly type: string;
  /** Strong entity tag: each encoding has its own. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip?: Buffer;
  readonly br?: Buffer;
}

/** Folder into which `npm run build:web` writes, in a checkout as in the package. */
const builtFolder = fileURLToPath(new URL("../../web/dist/", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const etagCharacters = 22;

/** Files of the built pages, cached after their first read. */
export interface PageFiles {
  /** Returns the file of a path from the root of the pages, such as `assets/index-3f2a.js`; undefined if there is none. */
  read(path: string): Promise<PageFile | undefined>;
}

/** Reads the built pages. A name that the build did not make is never looked up on the disk. */
export function pageFiles(folder = builtFolder): PageFiles {
  let names: ReadonlySet<string> | undefined;
  const kept = new Map<string, Promise<PageFile>>();
  return {
    async read(path) {
      // Names are read with the first page: the pages may be built while the service already runs.
      if (names === undefined || names.size === 0) names = namesIn(folder);
      const type = types[extname(path)];
      if (type === undefined || !names.has(path)) return undefined;
      const file = kept.get(path) ?? readPacked(folder, path, { type, names });
      kept.set(path, file);
      return file;
    },
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll("\\", "/")),
  );
}

async function readPacked(
  folder: string,
  path: string,
  { type, names }: { readonly type: string; readonly names: ReadonlySet<string> },
): Promise<PageFile> {
  const packed = async (ending: string) =>
    names.has(path + ending) ? readFile(join(folder, path + ending)) : undefined;
  const [plain, gzip, br] = await Promise.all([readFile(join(folder, path)), packed(".gz"), packed(".br")]);
  const etag = hash("sha256", plain, "base64url").slice(0, etagCharacters);
  return { type, etag, plain, ...(gzip && { gzip }), ...(br && { br }) };
}
