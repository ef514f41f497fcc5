import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { systemFiles } from "./tools/system-files.ts";
import { testFolder } from "./tools/test-folder.ts";

process.env["TMPDIR"] = testFolder();

/** `npm run test:long`: every file on both databases. */
const long = process.env["GATEHOUSE_TEST_SIZE"] === "long";

/** A system test waits for its servers two thirds of its time, so the machine carries more of them than it has processors. */
const sideBySide = Math.ceil(1.5 * availableParallelism());

const files = systemFiles();
/** Connectors never see our database, so they run once, not once per database. */
const onBoth = files.filter(({ path, bothDatabases }) => (long && !path.startsWith("connectors/")) || bothDatabases);

/** Far above what anything takes: machines are shared, and a full one must not fail a test. */
const patience = (testTimeout: number) => ({
  testTimeout,
  hookTimeout: testTimeout,
  // Less than the whole, so that a wait in vain says for what.
  expect: { poll: { timeout: testTimeout / 2 } },
});
const system = { ...patience(180_000), globalSetup: ["./test/support/start-suite.ts"] };
const mariadb = { GATEHOUSE_TEST_DATABASE: "mariadb" };

/**
 * `unit` needs nothing but this folder. The others talk to real servers that they start themselves: `system` and `mariadb` run
 * side by side; what is marked `@alone` runs after them, one file at a time.
 */
export default defineConfig({
  test: {
    // Files share a process one after the other: loading every module anew for each took half of the time.
    isolate: false,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", "dist/**", "**/*.system.test.ts"],
          isolate: false,
          maxWorkers: availableParallelism(),
          ...patience(120_000),
        },
      },
      { test: { name: "system", include: paths(files, false), ...parallel(1), ...system } },
      { test: { name: "mariadb", include: paths(onBoth, false), env: mariadb, ...parallel(1), ...system } },
      { test: { name: "system-alone", include: paths(files, true), ...oneByOne(2), ...system } },
      { test: { name: "mariadb-alone", include: paths(onBoth, true), env: mariadb, ...oneByOne(3), ...system } },
    ],
  },
});

function paths(among: typeof files, alone: boolean): string[] {
  return among.filter((file) => file.alone === alone).map(({ path }) => path);
}

function parallel(groupOrder: number) {
  return { isolate: false, maxWorkers: sideBySide, sequence: { groupOrder } };
}

function oneByOne(groupOrder: number) {
  return { isolate: false, fileParallelism: false, sequence: { groupOrder } };
}
