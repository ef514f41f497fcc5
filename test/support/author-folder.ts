import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { projectRoot } from "./source-files.ts";

const installedFile = ".package-lock.json";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface InstalledNote {
  readonly packages: Readonly<Record<string, object>>;
}

/** An empty folder outside of this repository, where an author of a connector begins. */
export interface AuthorFolder {
  readonly path: string;
  /** Environment of commands in the folder: the paths of this machine, and no network for npm. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

/**
 * Makes the folder. Its `node_modules` already has the packages that a registry would give, with those of `extra`. So `npm install` finds
 * each one in its version without the network; npm removes those that no manifest declares.
 */
export function makeAuthorFolder(extra: readonly string[]): AuthorFolder {
  const path = mkdtempSync(join(tmpdir(), "gatehouse-author-"));
  const source = join(projectRoot, "node_modules");
  const wanted = withDependencies(source, [...Object.keys(manifestOf(projectRoot).dependencies ?? {}), ...extra]);
  for (const name of wanted) {
    cpSync(join(source, name), join(path, "node_modules", name), { recursive: true, verbatimSymlinks: true });
  }
  copyCommands(join(source, ".bin"), join(path, "node_modules", ".bin"));
  // With npm's own record of the installed packages npm need not ask a registry about them.
  const { packages, ...note } = JSON.parse(readFileSync(join(source, installedFile), "utf8")) as InstalledNote;
  const copied = Object.entries(packages).filter(([place]) => wanted.has(topOf(place)));
  writeFileSync(
    join(path, "node_modules", installedFile),
    JSON.stringify({ ...note, packages: Object.fromEntries(copied) }),
  );
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  // This Node, without the commands of this repository.
  const folders = PATH.split(delimiter).filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
  const environment = {
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
    TMPDIR,
    HOME,
    npm_config_cache: join(path, "npm-cache"),
    npm_config_offline: "true",
    npm_config_fund: "false",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
  };
  return { path, environment, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Copies the links to the commands of the copied packages; without them npm would install those packages again. */
function copyCommands(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const target = readlinkSync(join(from, name));
    if (existsSync(join(to, target))) symlinkSync(target, join(to, name));
  }
}

function topOf(place: string): string {
  const [, first = "", second = ""] = place.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns packages with all their dependencies that are installed; those for other platforms are not. */
function withDependencies(source: string, names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const queue = [...names];
  for (const name of queue) {
    if (all.has(name) || !existsSync(join(source, name))) continue;
    all.add(name);
    for (const folder of packagesFrom(join(source, name))) {
      const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestOf(folder);
      queue.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  }
  return all;
}

/** Returns the folder of a package and those of the packages nested in it. */
function packagesFrom(folder: string): string[] {
  const nested = join(folder, "node_modules");
  if (!existsSync(nested)) return [folder];
  const names = readdirSync(nested).filter((name) => !name.startsWith("."));
  const places = names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(nested, name)).map((part) => join(name, part)) : [name],
  );
  return [folder, ...places.flatMap((place) => packagesFrom(join(nested, place)))];
}
