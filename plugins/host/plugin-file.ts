import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { changeableByOthers } from "#platform/processes/trusted-code.ts";
import type { PluginKind } from "#plugins/contract/index.ts";

import { folderOfKind, pluginKinds } from "./plugin-kinds.ts";
import { pluginName } from "./plugin-name.ts";
import { PluginFailure } from "./plugin-words.ts";
import { changeableFile } from "./trusted-plugins.ts";

/** Returns the file of a plug-in by its name: a built-in one of the kind, or a file of the folder; undefined if there is none. */
export function pluginFile(folder: string, kind: PluginKind, name: string): string | undefined {
  if (isBuiltIn(kind, name)) return builtInFile(kind, name);
  const file = join(folder, name);
  return pluginName.test(name) && existsSync(file) ? file : undefined;
}

/** Returns true if a plug-in of this name comes with the service. */
export function isBuiltIn(kind: PluginKind, name: string): boolean {
  return pluginKinds[kind].builtIns.includes(name);
}

/** Returns the file of a built-in plug-in. */
export function builtInFile(kind: PluginKind, name: string): string {
  // TypeScript here, JavaScript in the published package.
  const extension = extname(import.meta.url);
  return fileURLToPath(new URL(`../${folderOfKind(kind)}/${name}${extension}`, import.meta.url));
}

/**
 * Returns the same file, if only the service can change it.
 * @throws PluginFailure
 */
export function trustedPluginFile(folder: string, kind: PluginKind, name: string): string {
  const file = pluginFile(folder, kind, name);
  if (file === undefined) throw new PluginFailure("there is no such file");
  if (isBuiltIn(kind, name)) return file;
  const open = changeableByOthers(folder) ?? changeableFile(file);
  if (open !== undefined) throw new PluginFailure("others than the service may change it", open);
  return file;
}
