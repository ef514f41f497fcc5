import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { buildProgram } from "../../tools/program/build-program.ts";
import { copyProject, type ProjectCopy } from "../support/project-copy.ts";

let copy: ProjectCopy;

beforeAll(async () => {
  copy = copyProject();
  await buildProgram(copy.root);
});
afterAll(() => copy.remove());

/** Runs a command in the copy, from its root or another folder; tells whether the built program ran, by the source maps that it alone has. */
function gatehouse(...words: string[]): { output: string; built: boolean } {
  const last =
    'import module from "node:module"; process.on("exit", () => console.error("built", module.getSourceMapsSupport().enabled));';
  const preload = `--import=data:text/javascript,${encodeURIComponent(last)}`;
  const program = join(copy.root, "bin", "gatehouse.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [preload, program, ...words], { encoding: "utf8" });
  return { output: stdout, built: stderr.includes("built true") };
}

test("a command is carried out by the built program, until a source has changed", () => {
  for (const word of ["webhook", "managed"])
    expect(gatehouse(word, "--help")).toMatchObject({
      built: true,
      output: expect.stringContaining(`gatehouse ${word}`),
    });
  const help = gatehouse("--help");
  expect(help).toMatchObject({ built: true, output: expect.stringContaining("webhook") });
  const path = "bin/commands/webhook.ts";
  copy.write(path, copy.read(path).replace('.command("webhook")', '.command("webhook").summary("planted")'));
  const changed = gatehouse("--help");
  expect(changed).toMatchObject({ built: false, output: expect.stringContaining("planted") });
});
