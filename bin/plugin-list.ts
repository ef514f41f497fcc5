import { basename, join } from "node:path";

import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { PluginFailure } from "#plugins/host/plugin-words.ts";
import { changeablePlugin, pluginsIn } from "#plugins/host/trusted-plugins.ts";
import { kindOfPlugin } from "#plugins/kit/run-plugin-kit.ts";

import { rowLine } from "./row-line.ts";

/** Returns the output of `gatehouse plugin list`, and true if every file of the folder is usable. */
export async function pluginLines(folder: string): Promise<{ readonly lines: string[]; readonly isWhole: boolean }> {
  const rows: string[][] = [];
  for (const kind of pluginKindNames) {
    const { title, builtIns } = pluginKinds[kind];
    rows.push([kind, "", title], ...builtIns.map((name) => [kind, name, "built-in"]));
  }
  const open = changeablePlugin(folder);
  const files = pluginsIn(folder);
  const states = await Promise.all(files.map((name) => stateOf(join(folder, name))));
  for (const { kind, name, state } of states) rows.push([kind, name, state]);
  const lines = [...aligned(rows), "", `${files.length} file(s) in ${folder}`];
  if (open !== undefined) lines.push(`None of them is used: ${open}`);
  return { lines, isWhole: open === undefined && states.every(({ state }) => state === "usable") };
}

async function stateOf(
  file: string,
): Promise<{ readonly kind: string; readonly name: string; readonly state: string }> {
  const name = basename(file);
  try {
    return { kind: (await kindOfPlugin(file)) ?? "any kind", name, state: "usable" };
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    const own = error.own === undefined ? "" : `: ${error.own}`;
    return { kind: "?", name, state: `cannot be used: ${error.message}${own}` };
  }
}

function aligned(rows: readonly string[][]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1)];
  return rows.map((row) => rowLine(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
}
