import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a first load and each further page may weigh, in bytes as gzip. */
const weightLimits = { signedIn: 320_000, signInPage: 340_000, page: 30_000 } as const;

/** What was built, by the name of its source: Vite's manifest. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** What is loaded for a page, in bytes as gzip. */
export interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly limit: number;
}

const homePage = "pages/home/home-page.tsx";
/** What every list is drawn by; it is loaded with the first page, so that no list waits for it. */
const lists = "table/resource-table.tsx";
const signInPage = "session/sign-in-page.tsx";
const isPage = (name: string) => name.endsWith("-page.tsx");
const routesPattern = /^routes\/([\w-]+)\.ts$/;

/** The weights of the built pages: of both first loads, and of each other page what it adds to the first. */
export function weightsOf(folder: string): readonly Weight[] {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8")) as Manifest;
  const bytesOf = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + sentBytes(join(folder, file)), 0);
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true) ?? "";
  const first = (page: string) => new Set(["index.html", ...filesOf(manifest, entry), ...filesOf(manifest, page)]);
  const home = new Set([...first(homePage), ...filesOf(manifest, lists)]);
  const others = Object.keys(manifest).filter((name) => isPage(name) && name !== homePage && name !== signInPage);
  return [
    { name: "first load, signed in", bytes: bytesOf(home), limit: weightLimits.signedIn },
    { name: "first load, sign-in page", bytes: bytesOf(first(signInPage)), limit: weightLimits.signInPage },
    ...others.map((name) => ({
      ...{ name, limit: weightLimits.page },
      bytes: bytesOf(
        new Set([...filesOf(manifest, name), ...areaFiles(manifest, name)].filter((file) => !home.has(file))),
      ),
    })),
  ];
}

/** What the area of a page loads with its first page: its routes and its texts, in English. */
function areaFiles(manifest: Manifest, page: string): readonly string[] {
  return Object.entries(manifest).flatMap(([name, { dynamicImports = [] }]) => {
    const area = routesPattern.exec(name)?.[1];
    if (area === undefined || !dynamicImports.includes(page)) return [];
    return [name, `messages/${area}.en.json`].flatMap((each) => filesOf(manifest, each));
  });
}

/** What is sent of a file to who takes gzip. */
function sentBytes(path: string): number {
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
}

/** The files that a chunk needs, and those that these need. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(name)) return [];
  seen.add(name);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen)),
  ];
}
