import type { ProjectCopy } from "../project-copy.ts";

/** A page of docs/ that says which files a change touches, and a change that follows it. */
export interface Checklist {
  readonly page: string;
  /** Makes the change by hand: what the page shows as code is taken from there, and only tests and the like are written here. */
  follow(change: Change): void;
}

/** The edits of somebody who follows a page in a copy of the project. */
export interface Change {
  /** Returns a block of code of the page, counted from 0. */
  block(index: number): string;
  /** Writes a new file. */
  add(path: string, text: string): void;
  /** Puts text before the first place of a file that is `before`. */
  insert(path: string, before: string, text: string): void;
  /** Puts text in place of the first one of a file that is `old`. */
  replace(path: string, old: string, text: string): void;
}

/**
 * Follows a page in a copy, and returns the files that it touched, by their paths.
 * @throws RangeError where the page has no such block, or a file no such place
 */
export function followPage({ page, follow }: Checklist, copy: ProjectCopy): readonly string[] {
  const blocks = blocksOf(copy.read(page));
  const touched = new Set<string>();
  const replace = (path: string, old: string, text: string) => {
    const found = copy.read(path);
    if (!found.includes(old)) throw new RangeError(`${path} has no ${old}`);
    touched.add(path);
    copy.write(
      path,
      found.replace(old, () => text),
    );
  };
  follow({
    replace,
    block(index) {
      const found = blocks[index];
      if (found === undefined) throw new RangeError(`${page} has no block ${index}`);
      return found;
    },
    add(path, text) {
      touched.add(path);
      copy.write(path, text);
    },
    insert: (path, before, text) => replace(path, before, `${text}${before}`),
  });
  return [...touched].toSorted();
}

/** Returns the blocks of code of a page, without the indentation of their list. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/^( *)```\w+\n(.*?)^ *```$/gms)].map(([, margin = "", code = ""]) =>
    code.replaceAll(new RegExp(`^${margin}`, "gm"), ""),
  );
}

/** Differences between the places that a page names and the files that were touched. */
export interface Misfits {
  readonly unnamed: readonly string[];
  readonly untouched: readonly string[];
}

/**
 * Compares the places that a page names with the files that were touched. Places are paths in bold; `<name>` stands for a name, and a path
 * that ends with `/` for a file in it.
 */
export function misfitsOf(page: string, files: readonly string[]): Misfits {
  const places = [...page.matchAll(/\*\*`([\w./<>-]+)`\*\*/g)].map(([, path = ""]) => path);
  return {
    unnamed: files.filter((path) => !places.some((place) => isAtPlace(path, place))),
    untouched: places.filter((place) => !files.some((path) => isAtPlace(path, place))),
  };
}

function isAtPlace(path: string, place: string): boolean {
  const pattern = place.replaceAll(".", String.raw`\.`).replaceAll(/<\w+>/g, String.raw`[\w-]+`);
  return new RegExp(`^${pattern}${place.endsWith("/") ? "[^/]+" : ""}$`).test(path);
}
