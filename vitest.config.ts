import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { SlowFirst } from "./tools/slow-first.ts";
import { type SystemFile, systemFiles } from "./tools/system-files.ts";
import { testFolder } from "./tools/test-folder.ts";

process.env["TMPDIR"] = testFolder();

/** `npm run test:long`: every file on both databases. */
const long = process.env["GATEHOUSE_TEST_SIZE"] === "long";

/** A system test waits for its servers more than half of its time, so the machine carries more of them than it has processors. */
const sideBySide = 2 * availableParallelism();
/** The most files marked `@few` side by side: each has many processes of its own, and waits for half of its time. */
const fewSideBySide = 3;

const files = systemFiles();
/** Connectors never see our database, so they run once, not once per database. */
const onBoth = files.filter(
  ({ path, bothDatabases, ownDatabases }) =>
    (long && !ownDatabases && !path.startsWith("connectors/")) || bothDatabases,
);

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
 * side by side; what is marked `@few` runs after them, three files at a time, and then what is marked `@alone`, one at a time. The long
 * run ends with `keyboard`: the journeys through the pages without a mouse.
 */
export default defineConfig({
  test: {
    // Files share a process one after the other: loading every module anew for each took half of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", "dist/**", "**/*.system.test.ts"],
          isolate: false,
          // Half of the time a file waits, such as for what takes constant time.
          maxWorkers: 2 * availableParallelism(),
          ...patience(120_000),
        },
      },
      { test: { name: "system", include: paths(files, "all"), ...parallel(1, sideBySide), ...system } },
      { test: { name: "mariadb", include: paths(onBoth, "all"), env: mariadb, ...parallel(1, sideBySide), ...system } },
      { test: { name: "system-few", include: paths(files, "few"), ...parallel(2, fewSideBySide), ...system } },
      {
        test: {
          name: "mariadb-few",
          include: paths(onBoth, "few"),
          env: mariadb,
          ...parallel(2, fewSideBySide),
          ...system,
        },
      },
      {
        test: {
          name: "keyboard",
          include: files.filter(({ byKeyboard }) => byKeyboard).map(({ path }) => path),
          env: { GATEHOUSE_TEST_INPUT: "keyboard" },
          ...parallel(5, fewSideBySide),
          ...system,
        },
      },
      { test: { name: "system-alone", include: paths(files, "none"), ...oneByOne(3), ...system } },
      { test: { name: "mariadb-alone", include: paths(onBoth, "none"), env: mariadb, ...oneByOne(4), ...system } },
    ],
  },
});

function paths(among: typeof files, beside: SystemFile["beside"]): string[] {
  return among.filter((file) => file.beside === beside).map(({ path }) => path);
}

function parallel(groupOrder: number, maxWorkers: number) {
  return { isolate: false, maxWorkers, sequence: { groupOrder } };
}

function oneByOne(groupOrder: number) {
  return { isolate: false, fileParallelism: false, sequence: { groupOrder } };
}
