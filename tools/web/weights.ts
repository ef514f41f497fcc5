import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

import { languages } from "../../web/messages/languages.ts";

/** Limits of a first load and of each further page, in bytes as gzip. */
const weightLimits = { signedIn: 320_000, signInPage: 340_000, page: 30_000 } as const;

/** Built chunks by the name of their source: Vite's manifest. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Size of everything that is loaded for a page, in bytes as gzip. */
export interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly limit: number;
}

const homePage = "pages/home/home-page.tsx";
/** Module that draws every list; it is loaded with the first page, so no list waits for it. */
const lists = "table/resource-table.tsx";
const signInPage = "session/sign-in-page.tsx";
/** Further steps that a page shows below a completed form, by page. */
const steps: Readonly<Record<string, string>> = {
  "pages/target-systems/new-target-page.tsx": "pages/target-systems/first-discovery.tsx",
};
/** Returns the texts that every page needs; no page waits for the words of errors. */
const textsOfAll = (language: string) => `messages/${language}.json`;
const routesPattern = /^routes\/([\w-]+)\.ts$/;
const isPage = (name: string) => name.endsWith("-page.tsx");

/**
 * Computes the weights of the built pages in their heaviest language. The two first loads count as a whole. Each other page counts
 * what it adds to the first load: itself, the section or step that it shows, the routes of its area, and the texts of every area
 * that it uses.
 */
export function weightsOf(folder: string, webFolder: string): readonly Weight[] {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8")) as Manifest;
  const areasOf = areasWith(manifest, webFolder);
  const bytesOf = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + sentBytes(join(folder, file)), 0);
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true) ?? "";
  const first = (page: string) => new Set(["index.html", ...filesOf(manifest, entry), ...filesOf(manifest, page)]);
  const home = new Set([...first(homePage), ...filesOf(manifest, lists)]);
  const others = pagesIn(manifest).filter((loaded) => !loaded.includes(homePage) && !loaded.includes(signInPage));
  const heaviest = (bytesIn: (language: string) => number) => Math.max(...languages.map(bytesIn));
  // English is part of the first load; another language is loaded in addition.
  const firstIn = (files: ReadonlySet<string>) => (language: string) =>
    bytesOf(new Set([...files, ...filesOf(manifest, textsOfAll(language))]));
  return [
    { name: "first load, signed in", bytes: heaviest(firstIn(home)), limit: weightLimits.signedIn },
    { name: "first load, sign-in page", bytes: heaviest(firstIn(first(signInPage))), limit: weightLimits.signInPage },
    ...others.map((loaded) => {
      const bytesIn = (language: string) => {
        const texts = loaded.flatMap(areasOf).map((area) => `messages/${area}.${language}.json`);
        const files = [...loaded, ...texts].flatMap((name) => filesOf(manifest, name));
        return bytesOf(new Set(files.filter((file) => !home.has(file))));
      };
      return {
        name: loaded.slice(1).join(" with "),
        bytes: heaviest(bytesIn),
        limit: weightLimits.page,
      };
    }),
  ];
}

/**
 * Returns each page with everything that is loaded for it: the routes of its area, itself, and the section or the last step that it
 * shows, if any.
 */
function pagesIn(manifest: Manifest): readonly (readonly string[])[] {
  return Object.entries(manifest).flatMap(([routes, { dynamicImports = [] }]) => {
    if (!routesPattern.test(routes)) return [];
    return dynamicImports.filter(isPage).flatMap((page) => {
      const sections =
        steps[page] === undefined ? (manifest[page]?.dynamicImports?.filter(isPage) ?? []) : [steps[page]];
      return sections.length === 0 ? [[routes, page]] : sections.map((section) => [routes, page, section]);
    });
  });
}

/** Reads from the sources the areas of texts that are loaded with a page, a section or the pages of an area. */
function areasWith(manifest: Manifest, webFolder: string): (name: string) => readonly string[] {
  const loads = /((?:withTexts\(\s*"[\w-]+",\s*)+)import\(\s*"([^"]+)"/g;
  const found = Object.keys(manifest)
    .concat("routes/router.ts")
    .filter((name) => existsSync(join(webFolder, name)) && /\.tsx?$/.test(name))
    .flatMap((name) =>
      [...readFileSync(join(webFolder, name), "utf8").matchAll(loads)].map(([, around = "", path = ""]) => ({
        name: posix.join(posix.dirname(name), path),
        areas: [...around.matchAll(/"([\w-]+)"/g)].map(([, area = ""]) => area),
      })),
    );
  return (name) => found.filter((one) => one.name === name).flatMap(({ areas }) => areas);
}

/** Returns the bytes sent for a file to a client that accepts gzip. */
function sentBytes(path: string): number {
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
}

/** Returns the files that a chunk needs, including those of its imports. */
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
