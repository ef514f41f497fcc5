import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { projectRoot } from "../support/source-files.ts";

const run = promisify(execFile);

const callsMsMax = 60_000;

let folder = "";
let database: TestDatabase;
let gatehouse: GatehouseProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-first-calls-"));
  database = await testDatabase(folder);
  const env = {
    GATEHOUSE_DATA: join(folder, "data"),
    DATABASE_URL: database.url,
    HTTP_PORT: "0",
  };
  gatehouse = startGatehouse(["up", "--sample"], { env });
});
afterAll(async () => {
  gatehouse.child.kill("SIGINT");
  await gatehouse.ended();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("the first five calls of the README do what they say", async () => {
  const section = readFileSync(join(projectRoot, "README.md"), "utf8").split("## Your first five calls")[1] ?? "";
  const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  expect(script.match(/^# \d\./gm)).toHaveLength(5);
  const [, password = ""] = await gatehouse.until(/superuser is 'admin', password: (\S+)/);
  const [, address = ""] = await gatehouse.until(/REST API\s+(\S+)\/v2/);
  await gatehouse.until(/in target/);
  const env = { PATH: process.env["PATH"], API: address, PASSWORD: password };
  const { stdout } = await run("sh", ["-eu", "-c", script], { env, timeout: callsMsMax });
  const answers = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text) as Record<string, unknown>);
  const people = answers[0]?.["value"] as Record<string, unknown>[];
  expect(people).toHaveLength(3);
  expect(Object.keys(people[0] ?? {})).toEqual(expect.arrayContaining(["id", "displayName"]));
  expect(answers[0]?.["@odata.count"]).toBeGreaterThan(3);
  expect(answers[1]?.["value"]).toContainEqual(
    expect.objectContaining({
      user: expect.objectContaining({ id: expect.any(String) }),
      targetSystem: expect.objectContaining({ id: "DIRECTORY" }),
    }),
  );
  expect(answers[2]).toMatchObject({ code: "ACUA", status: "succeeded", error: null });
});

test("the start names the documents and the next step", async () => {
  const [, address = ""] = await gatehouse.until(/REST API\s+(\S+)\/v2/);
  const [, documents = ""] = await gatehouse.until(/Documents\s+(\S+\/docs)/);
  expect(documents).toBe(`${address}/docs`);
  expect((await fetch(documents)).status).toBe(200);
  await gatehouse.until(/Next: .*README\.md.*docs\/connectors\.md/);
});
