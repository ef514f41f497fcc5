import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { cachedTemporal, findTemporal, TemporalMissingError } from "./temporal-binary.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-temporal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("a program on the PATH comes first", async () => {
  const environment = { PATH: `/nonexistent:${join(folder, "bin")}`, XDG_CACHE_HOME: folder };
  program(cachedTemporal(environment), "exit 0");
  const installed = program(join(folder, "bin", "temporal"), "exit 0");
  expect(await findTemporal({ environment })).toBe(installed);
});

test("a program built earlier is taken from the user's cache, which names version, platform and recipe", async () => {
  const environment = { PATH: join(folder, "bin"), XDG_CACHE_HOME: folder };
  const cached = program(cachedTemporal(environment), "exit 0");
  expect(cached).toMatch(/gatehouse\/temporal-\d+\.\d+\.\d+-\w+-\w+-[0-9a-f]{12}\/temporal/);
  expect(await findTemporal({ environment })).toBe(cached);
});

test("without XDG_CACHE_HOME the cache lies in the home folder", () => {
  expect(cachedTemporal({ HOME: "/home/ann" })).toMatch(/^\/home\/ann\/\.cache\/gatehouse\//);
});

test("without a program and without Go nothing is tried, and the message names the three ways out", async () => {
  const told: string[] = [];
  const environment = { PATH: folder, XDG_CACHE_HOME: folder };
  const found = findTemporal({ environment, report: (words) => void told.push(words) });
  const error: unknown = await found.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TemporalMissingError);
  expect(String(error)).toMatch(/TEMPORAL_ADDRESS[^]*docs\.temporal\.io\/cli[^]*Go 1\.24/);
  expect(told).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("two starts at once build one time, and progress is told", async () => {
  // A stand-in for Go: it counts its builds and copies itself to where the program is asked for.
  const bin = join(folder, "bin");
  program(
    join(bin, "go"),
    `if [ "$1" = list ]; then echo a; echo b; exit 0; fi\necho one >> "${folder}/builds"\necho a >&2\n` +
      `while [ "$1" != -o ]; do shift; done\n/bin/cp "$0" "$2"`,
  );
  const environment = { PATH: bin, XDG_CACHE_HOME: folder };
  const told: string[] = [];
  const report = (words: string) => void told.push(words);
  const [first, second] = await Promise.all([
    findTemporal({ environment, report }),
    findTemporal({ environment, report }),
  ]);
  expect(first).toBe(cachedTemporal(environment));
  expect(second).toBe(first);
  expect(readFileSync(join(folder, "builds"), "utf8")).toBe("one\n");
  expect(told.join("\n")).toMatch(/1 of at most 2 packages compiled/);
});

test("a build that fails shows the last words of Go and leaves nothing behind", async () => {
  const bin = join(folder, "bin");
  program(join(bin, "go"), "echo 'go: no such toolchain' >&2; exit 1");
  const environment = { PATH: bin, XDG_CACHE_HOME: folder };
  await expect(findTemporal({ environment })).rejects.toThrow(/no such toolchain/);
  await expect(findTemporal({ environment })).rejects.toThrow(TemporalMissingError);
});
