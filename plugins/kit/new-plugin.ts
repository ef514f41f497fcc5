import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { WriteLine } from "#connectors/contract/kit/tap.ts";
import type { PluginKind } from "#plugins/contract/index.ts";
import { folderOfKind } from "#plugins/host/plugin-kinds.ts";
import { pluginName } from "#plugins/host/plugin-name.ts";

/** Parts of a new plug-in. */
export interface NewPlugin {
  /** Name of its file, without the extension. */
  readonly name: string;
  readonly kind: PluginKind;
  /** Folder of the file; created if absent. */
  readonly folder: string;
}

/** Returns the example of a kind as its author would write it. */
export function exampleOf(kind: PluginKind): string {
  const file = fileURLToPath(new URL(`../${folderOfKind(kind)}/example.ts`, import.meta.url));
  return readFileSync(file, "utf8").replace("#plugins/contract/index.ts", "gatehouse/plugin");
}

/**
 * Writes a plug-in of a kind with its test, which pass the kit as they are, and prints the next steps. Exit code 0 = written, 2 = the name
 * is invalid or a file exists already; then nothing is written.
 */
export function writeNewPlugin({ name, kind, folder }: NewPlugin, write: WriteLine): number {
  const file = `${name}.ts`;
  if (!pluginName.test(file) || name.includes(".")) {
    write(`The name must be letters, digits, '_' and '-', up to 100, got "${name}".`);
    return 2;
  }
  const texts = { [file]: exampleOf(kind), [`${name}.test.ts`]: testOf(file) };
  const files = Object.entries(texts).map(([one, text]) => ({ path: join(folder, one), text }));
  const present = files.find(({ path }) => existsSync(path));
  if (present !== undefined) {
    write(`${present.path} is there already and stays as it is; choose another name or --folder.`);
    return 2;
  }
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) {
    // Never replaces a file that appeared in between.
    writeFileSync(path, text, { flag: "wx" });
    write(`wrote ${path}`);
  }
  const at = (path = "") => (path.startsWith("/") ? path : `./${path}`);
  const [plugin, test] = files.map(({ path }) => at(path));
  write("");
  write("Next steps:");
  write(`  npx gatehouse plugin test ${plugin}   # every rule of the contract by its name`);
  write(`  node --test ${test}   # the same as tests`);
  write(`  copy ${plugin} into PLUGIN_FOLDER, where gatehouse plugin list shows it`);
  return 0;
}

function testOf(file: string): string {
  return `import { describe, test } from "node:test";

import { describePlugin } from "gatehouse/plugin/kit";

describePlugin({ describe, test }, { file: new URL("./${file}", import.meta.url) });
`;
}
