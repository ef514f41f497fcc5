import { mkdtempSync, rmSync, writeFileSync, readFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "./log.ts";
import { isRunning } from "./process.ts";
import { readSettings } from "./settings.ts";
import { startTemporalServer } from "./temporal-server.ts";
import { connectTemporal } from "./temporal.ts";

const log = createLogger({ module: "test", level: "silent" });
let dataFolder: string;

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "gatehouse-temporal-"));
});
afterAll(() => rmSync(dataFolder, { recursive: true }));

test("starts, answers a client that was made before, keeps workflows over a restart, and ends without a trace", async () => {
  const first = await startTemporalServer({ dataFolder, log });
  const port = Number(first.address.split(":")[1]);
  const client = await connectTemporal(readSettings({ TEMPORAL_ADDRESS: first.address }));
  await client.workflow.start("nothing", { taskQueue: "nobody", workflowId: "w1" });
  await first.stop();
  await first.exited;
  expect(isRunning(first.pid)).toBe(false);
  expect(existsSync(join(dataFolder, "temporal.pid"))).toBe(false);

  const second = await startTemporalServer({ dataFolder, log, port });
  expect((await client.workflow.getHandle("w1").describe()).status.name).toBe("RUNNING");
  await client.connection.close();
  await second.stop();
});

test("a server left behind by a killed parent is ended before the next start, another process is not", async () => {
  const abandoned = await startTemporalServer({ dataFolder, log });
  const next = await startTemporalServer({ dataFolder, log });
  expect(isRunning(abandoned.pid)).toBe(false);
  expect(readFileSync(join(dataFolder, "temporal.pid"), "utf8")).toBe(String(next.pid));
  await next.stop();

  writeFileSync(join(dataFolder, "temporal.pid"), String(process.ppid));
  const last = await startTemporalServer({ dataFolder, log });
  expect(isRunning(process.ppid)).toBe(true);
  await last.stop();
});

test("a port on which somebody listens is refused", async () => {
  const running = await startTemporalServer({ dataFolder, log });
  const other = mkdtempSync(join(dataFolder, "other-"));
  const port = Number(running.address.split(":")[1]);
  await expect(startTemporalServer({ dataFolder: other, log, port })).rejects.toThrow("address already in use");
  await running.stop();
});
