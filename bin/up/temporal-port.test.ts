import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { temporalPort } from "./temporal-port.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-port-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the port of the first start is kept, and one that is set is taken", async () => {
  const first = await temporalPort({ folder: join(folder, "temporal"), wanted: 0 });
  expect(await temporalPort({ folder: join(folder, "temporal"), wanted: 0 })).toEqual(first);
  expect(await temporalPort({ folder: join(folder, "temporal"), wanted: 7233 })).toEqual({ port: 7233 });
  expect(await temporalPort({ folder: join(folder, "temporal"), wanted: 0 })).toEqual(first);
});

test("another port is taken, and told, where somebody has taken the one of the last start", async () => {
  const { port } = await temporalPort({ folder, wanted: 0 });
  const stranger = createServer();
  await new Promise<void>((resolve) => void stranger.listen(port, "127.0.0.1", resolve));
  const next = await temporalPort({ folder, wanted: 0, patienceMs: 0 });
  expect(next).toEqual({ port: expect.any(Number), instead: port });
  await new Promise((resolve) => void stranger.close(resolve));
  expect(await temporalPort({ folder, wanted: 0 })).toEqual({ port: next.port });
});
