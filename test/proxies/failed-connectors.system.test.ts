import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseProcess, startGatehouse } from "../support/gatehouse.ts";
import { createRestClient } from "../support/rest.ts";

let folder = "";
let database: TestDatabase;
let gatehouse: GatehouseProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-failed-connectors-"));
  database = await testDatabase(folder);
  const broken = join(folder, "broken.mjs");
  writeFileSync(broken, 'throw new Error("no licence in /etc/vendor/licence.pem");');
  const env = { GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: database.url, HTTP_PORT: "0" };
  gatehouse = startGatehouse(["up"], { env: { ...env, CONNECTORS: `${broken},no-such-connector` } });
});
afterAll(async () => {
  gatehouse.child.kill("SIGINT");
  await gatehouse.ended();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("a connector that fails to load is shown in /health and on the proxy's row, and stops no other", async () => {
  const [, password = ""] = await gatehouse.until(/superuser is 'admin', password: (\S+)/);
  const [, address = ""] = await gatehouse.until(/REST API\s+(\S+)\/v2/);
  const health = await (await fetch(`${address}/health`)).text();
  expect(JSON.parse(health)).toEqual({
    status: "ok",
    failedConnectors: ["broken.mjs", "no-such-connector"].map((connector) => ({
      proxy: "local",
      connector,
      problem: "notLoadable",
      message: "The module cannot be imported.",
    })),
  });
  const client = createRestClient(address);
  const admin = await client.signIn("admin", password);
  const { body } = await admin.get("/v2/proxyServers('local')");
  client.close();
  expect(body).toMatchObject({
    connectors: expect.arrayContaining([expect.objectContaining({ id: "sqlite" })]),
    failedConnectors: [
      { name: "broken.mjs", problem: "notLoadable", message: "Error: no licence in licence.pem" },
      { name: "no-such-connector", problem: "notLoadable", message: expect.stringContaining("no-such-connector") },
    ],
  });
  expect(health + JSON.stringify(body)).not.toContain(folder);
});
