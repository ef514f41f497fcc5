import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { projectRoot } from "#test/support/source-files.ts";

import { writeNewConnector } from "./new-connector.ts";

const linesMax = 80;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-connector-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, into = folder): { code: number; lines: string[] } {
  const lines: string[] = [];
  return { code: writeNewConnector({ name, folder: into }, (line) => lines.push(line)), lines };
}

describe("a new connector", () => {
  test.each(["", "Notes", "1notes", "no tes", "../notes", "nötes", "n".repeat(61)])("is not named %j", (name) => {
    const { code, lines } = write(name);
    expect([code, lines.length]).toEqual([2, 1]);
    expect(lines[0]).toContain("lower-case letters, digits and hyphens");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([".ts", ".target.ts", ".test.ts"])("is not written over a notes%s that is there", (ending) => {
    writeFileSync(join(folder, `notes${ending}`), "mine");
    const { code, lines } = write("notes");
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringContaining(`notes${ending} is there already`)]);
    expect(readdirSync(folder)).toEqual([`notes${ending}`]);
    expect(readFileSync(join(folder, `notes${ending}`), "utf8")).toBe("mine");
  });

  test(`has ${linesMax} lines at most with its test, is told with the next steps, and passes the kit at once`, () => {
    const into = join(folder, "connectors");
    const { code, lines } = write("notes", into);
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith("wrote "))).toHaveLength(3);
    expect(lines.join("\n")).toMatch(/connector test .*notes\.ts .*notes\.target\.ts/);
    const written = readdirSync(into).map((file) => readFileSync(join(into, file), "utf8"));
    expect(written.join("").split("\n").length - 1).toBeLessThanOrEqual(linesMax);
    linkPackages();
    const env = { PATH: process.env["PATH"] };
    const output = execFileSync(process.execPath, ["--test", "--test-reporter=tap"], {
      cwd: into,
      env,
      encoding: "utf8",
    });
    expect(output).toMatch(/^# fail 0$/m);
    expect(output).toMatch(/^# pass [2-9]\d$/m);
    expect(output).toMatch(/^ *ok \d+ - a discovery lists the groups and accounts that schema has/m);
  });
});

/** Links the package as authors have it; here it points to the sources. */
function linkPackages(): void {
  const sources = join(folder, "gatehouse");
  mkdirSync(sources);
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const entries = { "./connector": "./connector.ts", "./connector/kit": "./kit.ts" };
  writeFileSync(join(sources, "package.json"), JSON.stringify({ name: "gatehouse", type: "module", exports: entries }));
  const contract = join(projectRoot, "connectors", "contract");
  writeFileSync(join(sources, "connector.ts"), `export * from ${JSON.stringify(join(contract, "index.ts"))};`);
  writeFileSync(join(sources, "kit.ts"), `export * from ${JSON.stringify(join(contract, "kit", "index.ts"))};`);
  symlinkSync(sources, join(folder, "node_modules", "gatehouse"));
  symlinkSync(realpathSync(join(projectRoot, "node_modules", "zod")), join(folder, "node_modules", "zod"));
}
