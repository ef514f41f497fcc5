// @few it starts a whole installation, and migrates its database to the next version
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Database, openDatabase } from "#store/database.ts";

import { makeNewerCopy, type NewerCopy } from "../replication/newer-copy.ts";
import { NodeProcesses } from "../replication/node-processes.ts";
import { runGatehouse } from "../support/gatehouse.ts";

const endsWithinMs = 10_000;

/** Migration of the version after the next: it takes a table away, and notes what had been written until then. */
const taking = `export const takingVersion = {
  name: "0901-taking-version",
  needs: 900,
  async up(schema) {
    await schema.sequelize.query("DROP TABLE \`badges\`");
    await schema.sequelize.query("CREATE TABLE \`writtenBefore\` AS SELECT (SELECT MAX(\`seq\`) FROM \`changeLog\`) AS \`changes\`, (SELECT COUNT(*) FROM \`sesslog_full\`) AS \`audited\`");
  },
};
`;

let installation: NodeProcesses;
let copy: NewerCopy;
let database: Database;

beforeAll(async () => {
  copy = makeNewerCopy();
  writeFileSync(join(copy.root, "store/migrations/0901-taking-version.ts"), taking);
  appendFileSync(join(copy.root, "store/migrations/all.ts"), 'export * from "./0901-taking-version.ts";\n');
  installation = await NodeProcesses.make("n1", { isMigrated: true });
  database = openDatabase({ databaseUrl: installation.environment["DATABASE_URL"] ?? "" });
  await installation.run("install");
  await Promise.all([installation.start("api"), installation.start("hub")]);
}, 240_000);
afterAll(async () => {
  await database.close();
  await installation.stop();
  copy.remove();
});

/** Tries to sign in with a wrong password, which writes; returns the status and the code of the answer, or "away". */
async function tryToSignIn(): Promise<string> {
  try {
    const response = await fetch(`${installation.address}/identity/connect/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=password&client_id=gatehouse&username=admin&password=wrong",
    });
    const { error } = (await response.json()) as { readonly error?: string | { readonly code?: string } };
    return `${response.status} ${typeof error === "object" ? error.code : error}`;
  } catch {
    return "away";
  }
}

test("old processes say that they are too old, write nothing into the new schema, and end within ten seconds", async () => {
  const ended = Promise.all((["api", "hub"] as const).map((name) => installation.ended(name)));
  const calls = { isOver: false, answers: new Set<string>() };
  const calling = (async () => {
    while (!calls.isOver) calls.answers.add(await tryToSignIn());
  })();
  const { code, output } = await runGatehouse(["migrate"], { env: installation.environment, root: copy.root });
  expect([code, output]).toEqual([0, expect.stringContaining("ran      0901-taking-version")]);
  const migratedMs = performance.now();
  const codes = await ended;
  const tookMs = performance.now() - migratedMs;
  calls.isOver = true;
  await calling;
  expect(codes).toEqual([1, 1]);
  expect(tookMs).toBeLessThan(endsWithinMs);
  expect(calls.answers).toContain("503 VERSION_TOO_OLD");
  const [before] = await database.read("SELECT * FROM `writtenBefore`");
  const [now] = await database.read(
    "SELECT (SELECT MAX(`seq`) FROM `changeLog`) AS `changes`, (SELECT COUNT(*) FROM `sesslog_full`) AS `audited`",
  );
  expect(now).toEqual(before);
}, 240_000);

test.each([[["api"]], [["hub"]], [["nodes", "status"]]])(
  "%j of the old version does not start any more",
  async (command) => {
    const { code, output } = await runGatehouse(command, { env: installation.environment });
    expect([code, output]).toEqual([1, expect.stringContaining("This program is older than the database")]);
  },
);

test("the new version starts, and answers", async () => {
  await installation.upgrade(copy);
  await installation.start("api");
  expect(await tryToSignIn()).toMatch(/^4/);
}, 120_000);
