import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const reporter = fileURLToPath(new URL("step-reporter.ts", import.meta.url));

/** A step of the test command. */
export interface CheckStep {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** File for the report of the step if it runs tests. */
  readonly report?: string;
}

function vitest(name: string, ...args: string[]): CheckStep {
  const report = join(tmpdir(), `gatehouse-${process.pid}-${name}.json`);
  return { name, command: ["vitest", "run", ...args, "--reporter=default", `--reporter=${reporter}`], report };
}

/** Steps of `npm run check`, which take seconds and need no servers. */
export const checkSteps: readonly CheckStep[] = [
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "types of the pages", command: ["tsc", "-p", "web"] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "unused code", command: ["knip", "--treat-config-hints-as-errors"] },
  {
    name: "files that tests alone use",
    command: ["knip", "--production", "--include", "files", "--config", "knip.production.json"],
  },
  {
    name: "architecture",
    command: [
      "vitest",
      "run",
      "--project",
      "unit",
      "test/house/architecture.test.ts",
      "test/house/inner-rooms.test.ts",
      "test/house/texts-and-limits.test.ts",
    ],
  },
];

/** Steps of `npm test` after the check; vitest.config.ts decides which files run where, and beside which. */
export const testSteps: readonly CheckStep[] = [
  vitest("unit", "--project", "unit"),
  vitest("system", "--project", "system", "--project", "mariadb"),
  vitest("few", "--project", "system-few", "--project", "mariadb-few"),
  vitest("alone", "--project", "system-alone", "--project", "mariadb-alone"),
];

/** Further steps of the long run: the journeys through the pages again, by the keyboard alone. */
export const longSteps: readonly CheckStep[] = [vitest("keyboard", "--project", "keyboard")];

/** Environment of the long run: every test in its full size, every system file on both databases. */
export const longSize: Readonly<Record<string, string>> = { GATEHOUSE_TEST_SIZE: "long" };
