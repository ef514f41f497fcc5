import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { environmentFileName, withEnvironmentFile } from "./environment-file.ts";
import { readSettings } from "./settings.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-env-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(join(folder, environmentFileName), text, { mode: 0o600 });
const variables = (others: Readonly<Record<string, string>> = {}) =>
  withEnvironmentFile({ GATEHOUSE_DATA: folder, ...others });

it("is refused where others can read it: passwords of databases stand there", () => {
  write("HTTP_PORT=1\n");
  chmodSync(join(folder, environmentFileName), 0o644);
  expect(() => variables()).toThrow(/can be read by others than its owner. Run: chmod 600/);
});

it("is not needed", () => {
  expect(readSettings(variables()).baseIdsynchUrl).toBeNull();
});

it("gives settings that the environment does not, and is read anew each time", () => {
  write("# ours\nBASE_IDSYNCH_URL=https://gatehouse.example\nNODE_NAME=east\n");
  expect(readSettings(variables())).toMatchObject({ baseIdsynchUrl: "https://gatehouse.example", nodeName: "east" });
  expect(readSettings(variables({ NODE_NAME: "west" })).nodeName).toBe("west");
  // An empty variable counts as absent.
  expect(readSettings(variables({ NODE_NAME: " " })).nodeName).toBe("east");
  write("NODE_NAME=north\n");
  expect(readSettings(variables()).nodeName).toBe("north");
});

it("cannot name another data folder than the one in which it lies", () => {
  write("GATEHOUSE_DATA=/elsewhere\n");
  expect(readSettings(variables()).dataFolder).toBe(folder);
});

it("is held to the same rules", () => {
  write("BASE_IDSYNCH_URL=gatehouse.example/path\n");
  expect(() => readSettings(variables())).toThrow("BASE_IDSYNCH_URL must be an http:// or https:// address");
});
