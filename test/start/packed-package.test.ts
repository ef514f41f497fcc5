import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { projectRoot } from "../support/source-files.ts";

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

type Lock = Readonly<Record<string, LockedPackage>>;

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const lock = (JSON.parse(read("package-lock.json")) as { readonly packages: Lock }).packages;

/** Packages of an installation that have a script, with the effect of not running it. */
const unneededScripts: Readonly<Record<string, string>> = {
  "@swc/core": "looks whether its compiled part is there, and takes a slower one where it is not",
  "cpu-features": "compiles what tells ssh2 of the processor; it does without",
  protobufjs: "warns of versions",
  ssh2: "compiles a faster cipher; Node has the same one",
};

/** Returns the place of a package, as Node finds it from another one. */
function placeOf(packages: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder}${folder === "" ? "" : "/"}node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
    if (folder === "") return undefined;
  }
}

/** Returns the places of all packages that are installed with the packed one. */
function installedWith(packages: Lock): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (place: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const below = placeOf(packages, name, place);
      if (below === undefined || found.has(below)) continue;
      found.add(below);
      add(below);
    }
  };
  add("");
  return found;
}

/** Returns the packages that would run a script when the packed one is installed. */
function scriptsIn(packages: Lock): readonly string[] {
  return [...installedWith(packages)]
    .filter((place) => packages[place]?.hasInstallScript === true)
    .map((place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
    .toSorted();
}

describe("an installation of the packed package", () => {
  it("has no script of others but those that it does without", () => {
    expect(installedWith(lock).size).toBeGreaterThan(100);
    expect(scriptsIn(lock)).toEqual(Object.keys(unneededScripts).toSorted());
  });

  it("and one that a package brings along would be seen", () => {
    const [first = ""] = Object.keys(lock[""]?.dependencies ?? {});
    const place = `node_modules/${first}`;
    const planted: Lock = {
      ...lock,
      [place]: { ...lock[place], dependencies: { ...lock[place]?.dependencies, "@planted/reporter": "1.0.0" } },
      "node_modules/@planted/reporter": { hasInstallScript: true },
    };
    expect(scriptsIn(planted)).toContain("@planted/reporter");
  });

  it.each(["docs/running-a-proxy.md", "docs/writing-a-connector.md", "docs/examples/proxy.Containerfile"])(
    "runs none of them as %s installs it",
    (path) => {
      const commands = read(path).match(/^.*\bnpm install\b.*gatehouse-.*$/gm) ?? [];
      expect(commands.length).toBeGreaterThan(0);
      expect(commands.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
    },
  );
});

it("the lock file names no address from which anything is downloaded", () => {
  expect(Object.values(lock).filter(({ resolved }) => resolved?.includes("://") === true)).toEqual([]);
});
