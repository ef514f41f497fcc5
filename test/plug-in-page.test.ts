import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { pluginCallMs, pluginMemoryMib } from "#domain/limits.ts";
import { pluginKinds } from "#plugins/host/plugin-kinds.ts";

import { projectRoot } from "./support/source-files.ts";

const page = readFileSync(join(projectRoot, "docs", "plug-ins.md"), "utf8");

it.each(Object.entries(pluginKinds))("docs/plug-ins.md has a row for the kind %s", (kind, definition) => {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${kind}\` |`));
  expect(row).toContain(`| ${definition.askedBy} | \`{${Object.keys(definition.example).join(", ")}}\``);
  // What the example shows is a request of that kind.
  expect(definition.request.parse(definition.example)).toEqual(definition.example);
});

it("docs/plug-ins.md names the limits of a call", () => {
  expect(page).toContain(`within ${pluginCallMs / 1000} seconds and ${pluginMemoryMib} MiB`);
});
