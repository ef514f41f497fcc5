import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import {
  pluginCallMs,
  pluginHubCallMs,
  pluginIdleMs,
  pluginMemoryMib,
  pluginProcessesMax,
} from "#domain/plugin-limits.ts";
import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { faultsOf } from "#plugins/host/schemas.ts";

import { projectRoot } from "../support/source-files.ts";

const read = (name: string) => readFileSync(join(projectRoot, "docs", name), "utf8");
const page = read("plug-ins.md");
const kinds = read("plug-in-kinds.md");

it.each(pluginKindNames)(
  "docs/plug-in-kinds.md has a section for the kind %s with types, example and request",
  (kind) => {
    const section = kinds.split(`\n## ${kind}\n`)[1]?.split("\n## ")[0] ?? "";
    const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
    expect(section).toMatch(new RegExp(`export (interface|type) ${name}Request\\b`));
    expect(section).toMatch(new RegExp(`export (interface|type) ${name}Patch\\b`));
    expect(section).toContain(`export const run: Plugin<"${kind}">`);
    expect(section).toContain('from "gatehouse/plugin"');
    const shown = JSON.parse(/```json\n([^`]*)```/.exec(section)?.[1] ?? "") as unknown;
    // The example on the page is a request of that kind.
    expect(faultsOf(pluginKinds[kind].request, shown)).toBeUndefined();
  },
);

it("the pages say of no kind that the service asks it, unless something does", () => {
  const asked = pluginKindNames.filter((kind) => pluginKinds[kind].askedBy !== null);
  expect(asked).toEqual([
    "newIdCase",
    "authorizers",
    "implementers",
    "escalation",
    "stillApplicable",
    "notifier",
    "passwordRule",
    "questionSet",
    "chainComponent",
    "disclosure",
    "ticketCheck",
    "ticketSystem",
    "dependant",
  ]);
  expect(kinds.match(/^Nothing asks it yet\.|\. Nothing asks it yet\./gm) ?? []).toHaveLength(
    pluginKindNames.length - asked.length,
  );
});

it("docs/plug-ins.md names the limits of a call", () => {
  expect(page).toContain(`within ${pluginCallMs / 1000} seconds (${pluginHubCallMs / 1000} where`);
  expect(page).toContain(`and ${pluginMemoryMib} MiB`);
  expect([pluginProcessesMax, pluginIdleMs]).toEqual([2, 5 * 60_000]);
});
