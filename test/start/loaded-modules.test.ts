import { expect, test } from "vitest";

import type { SourceFile } from "../support/architecture.ts";
import { loadedModules } from "../support/loaded-modules.ts";
import { productImports } from "../support/product-imports.ts";
import { readSourceFiles } from "../support/source-files.ts";

const sources = readSourceFiles();

/** The rooms in which lines are planted, and the rooms that these reach. */
const near = sources.filter(({ path }) => /^(?:bin|connectors|platform|store)\//.test(path));

/** Files that every process loads first. */
const first = ["bin/gatehouse.ts", "bin/command-line.ts"];

interface Row {
  /** Files that the command of the process loads. */
  readonly entries: readonly string[];
  /** Packages that are loaded with these, each one used at once. */
  readonly packages: readonly string[];
}

const ofService = [
  "@bufbuild/cel",
  "@prometheus-io/client",
  "better-sqlite3",
  "commander",
  "jose",
  "lru-cache",
  "pino",
  "zod",
];
const ofWorkers = ["@temporalio/activity", "@temporalio/client", "@temporalio/worker"];

/** Files and packages that each process may load before it does anything: every further package costs time at each start. */
const processes = {
  "gatehouse --version": { entries: [], packages: ["commander"] },
  temporal: {
    entries: ["bin/commands/processes.ts", "bin/children/temporal.ts"],
    packages: ["better-sqlite3", "commander", "lru-cache", "pino"],
  },
  up: { entries: ["bin/commands/up.ts", "bin/up/up.ts"], packages: ofService },
  "api, which holds the socket": {
    entries: ["bin/commands/processes.ts", "bin/children/keep-api.ts"],
    packages: ["commander"],
  },
  "api, which answers": {
    entries: ["bin/commands/processes.ts", "bin/children/api.ts"],
    packages: [...ofService, "@koa/cors", "@koa/router", "koa", "otpauth", "sax"],
  },
  hub: {
    entries: ["bin/commands/processes.ts", "bin/children/hub.ts"],
    packages: [...ofService, ...ofWorkers, "@temporalio/common"],
  },
  proxy: {
    entries: ["bin/commands/proxy.ts", "bin/children/proxy.ts"],
    packages: [...ofService.filter((name) => name !== "@bufbuild/cel"), ...ofWorkers, "ldapts", "pg", "tarn"],
  },
} as const satisfies Readonly<Record<string, Row>>;

const packagesOf = (files: readonly SourceFile[], { entries }: Row) =>
  loadedModules(files, [...first, ...entries]).packages;

test.each(Object.entries<Row>(processes))("%s loads the packages of its row, and no other one", (_name, row) => {
  expect(packagesOf(sources, row)).toEqual(row.packages.toSorted());
});

test.each([
  ["gatehouse --version", "bin/service-options.ts", 'import { z } from "zod";', "zod"],
  ["temporal", "platform/temporal/temporal-server.ts", 'import "./temporal.ts";', "@temporalio/client"],
  ["up", "store/schema/migrate.ts", 'export * from "./carry-out-migrations.ts";', "umzug"],
  ["proxy", "connectors/sql/mariadb/open-client.ts", 'import mysql2 from "mysql2";', "mysql2"],
] as const)("what %s would load by a line in %s is found", (name, path, line, added) => {
  const planted = near.map((file) => (file.path === path ? { path, text: `${line}\n${file.text}` } : file));
  expect(packagesOf(planted, processes[name])).toContain(added);
  const asked = near.map((file) => {
    const text = `${file.text}\nawait import(${/"[^"]+"/.exec(line)?.[0]});\n`;
    return file.path === path ? { path, text } : file;
  });
  expect(packagesOf(asked, processes[name])).not.toContain(added);
});

test("nothing imports node:http as a module, by which Node loads a second client", () => {
  const importers = productImports(sources).filter(
    ({ to, typeOnly }) => to.kind === "node" && to.name === "http" && !typeOnly,
  );
  expect(importers.map(({ from, line }) => `${from}:${line}`)).toEqual([]);
});
