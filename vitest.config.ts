import { defineConfig } from "vitest/config";

/** Connectors never see our database, so their targets are started once, not once per database. */
const withoutOurDatabase = process.env["GATEHOUSE_TEST_DATABASE"] === "mariadb" ? ["connectors/**"] : [];

/** Two projects: `unit` needs nothing but this folder; `system` talks to real servers that it starts itself. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", "dist/**", "**/*.system.test.ts"],
          // Far above what any of them takes: machines are shared, and a full one must not fail a test.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "system",
          include: ["**/*.system.test.ts"],
          globalSetup: ["./test/support/start-suite.ts"],
          exclude: ["node_modules/**", "dist/**", ...withoutOurDatabase],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
