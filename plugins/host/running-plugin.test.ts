import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { RunningPlugin } from "./running-plugin.ts";
import { pack, unpack } from "./wire.ts";

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-plugins-")));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("what fails behind its answer is told of, though whoever asked has not given it back yet", async () => {
  const file = join(folder, "eager.mjs");
  writeFileSync(
    file,
    "export const run = ({ id }) => { setImmediate(() => { throw new Error('x'); }); return { id }; };",
  );
  const told = Promise.withResolvers<void>();
  const plugin = new RunningPlugin(file, told.resolve);
  const listener = { log: () => undefined, ask: async () => "" };
  const answer = await plugin.ask({ request: pack({ id: "Ada" }).text, services: [] }, listener);
  expect(unpack(answer)).toEqual({ id: "Ada" });
  await told.promise;
  expect(plugin.isThere).toBe(false);
  await plugin.end();
});
