import { existsSync, readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { checkConnector, type Connector } from "#connectors/contract/index.ts";
import type { FailedConnector } from "#domain/proxies/failed-connector.ts";
import { changeableByOthers, isSticky } from "#platform/processes/trusted-code.ts";
import { withinTime } from "#platform/processes/within-time.ts";

/** Result of loading the connectors of a proxy. */
export interface LoadedConnectors {
  readonly connectors: readonly Connector[];
  readonly failed: readonly FailedConnector[];
}

/** Folder and time limit for loading connectors. */
export interface LoadOptions {
  /** Folder from which relative paths and packages are resolved. */
  readonly folder: string;
  /** Milliseconds after which a module that is not imported counts as failed. */
  readonly timeoutMs?: number;
}

const importTimeoutMs = 20_000;
const messageMax = 300;

// A file URL, C:\… or /…, but not the slashes inside a web address or "and/or".
const pathInText = /(?:file:\/\/\/?|(?<![A-Za-z])[A-Za-z]:[\\/](?!\/)|(?<![\w.:/])\/)[^\s'"`)]+/g;

/**
 * Loads connectors in addition to those present; one that fails is reported and stops no other. An entry is a file (`./notes.ts`,
 * `/opt/connectors/notes.js`) or the name of an installed package. Never throws.
 */
export async function loadConnectors(
  present: readonly Connector[],
  entries: readonly string[],
  { folder, timeoutMs = importTimeoutMs }: LoadOptions,
): Promise<LoadedConnectors> {
  const connectors = [...present];
  const failed: FailedConnector[] = [];
  for (const entry of entries) {
    const fail = (problem: FailedConnector["problem"], message: string) =>
      failed.push({ name: nameOf(entry), problem, message: withoutPaths(message).slice(0, messageMax) });
    try {
      const address = addressOf(entry, folder);
      const open = changeableOf(fileURLToPath(address));
      if (open !== undefined) {
        fail("notLoadable", open);
        continue;
      }
      const words = `The module is not imported after ${timeoutMs} ms.`;
      const { default: candidate } = await withinTime<{ default?: unknown }>(timeoutMs, import(address), words);
      const wrong = checkConnector(candidate);
      if (wrong !== undefined) fail(wrong.problem, wrong.message);
      else if (connectors.some(({ definition }) => definition.id === (candidate as Connector).definition.id))
        fail("duplicateId", `A connector with the id "${(candidate as Connector).definition.id}" is there already.`);
      else connectors.push(candidate as Connector);
    } catch (error) {
      fail("notLoadable", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  }
  return { connectors, failed };
}

/** Removes folders from the message of an error, so that it may leave the machine: only the last name of every path stays. */
export function withoutPaths(text: string): string {
  return text.replaceAll(pathInText, (path) => path.split(/[\\/]/).at(-1) ?? "");
}

function isPath(entry: string): boolean {
  return isAbsolute(entry) || /^\.{0,2}[\\/]|^\.{1,2}$/.test(entry) || /\.[cm]?[jt]s$/.test(entry);
}

function nameOf(entry: string): string {
  return isPath(entry) ? basename(entry) : entry;
}

function addressOf(entry: string, folder: string): string {
  if (isPath(entry)) return pathToFileURL(resolve(folder, entry)).href;
  // Resolved as for a module of that folder, not as for one of this program.
  const options: NodeJS.RequireResolveOptions & { conditions: ReadonlySet<string> } = {
    conditions: new Set(["node", "import", "default"]),
  };
  return pathToFileURL(createRequire(join(folder, "connectors.js")).resolve(entry, options)).href;
}

/**
 * Returns a message if others may change the code of a connector: its file, the code beside it, and the folders up to that of its
 * package. Folders above belong to the machine.
 */
function changeableOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const real = realpathSync(file);
  const folder = dirname(real);
  const beside = readdirSync(folder).filter((name) => /\.[cm]?[jt]s$/.test(name));
  for (const code of new Set([real, ...beside.map((name) => join(folder, name))])) {
    const open = changeableByOthers(code);
    if (open !== undefined) return open;
  }
  return foldersOf(folder)
    .filter((one) => !isSticky(one))
    .map((one) => changeableByOthers(one))
    .find((open) => open !== undefined);
}

function foldersOf(folder: string): string[] {
  const above = folder.split(sep).lastIndexOf("node_modules");
  const isRoot = above < 0 || folder.split(sep).length - 1 <= above;
  return isRoot ? [folder] : [folder, ...foldersOf(dirname(folder))];
}
