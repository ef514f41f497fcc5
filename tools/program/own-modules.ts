import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import type { ExistingRawSourceMap, Plugin, ResolveIdResult } from "rolldown";

import { type KnownFile, knownFile } from "#bin/built-program.ts";

import { moduleAddresses } from "./module-addresses.ts";

/** Modules whose classes custom connectors and plug-ins share with the program: they exist once in a process. */
const shared = /^(?:connectors|plugins)\/contract\//;
const packages = `${sep}node_modules${sep}`;
/** Milliseconds after which a further change of a file gets another time. */
const settledMs = 50;
/** Module in place of `node:http`, by whose import Node loads its second client as well. */
const http = "\0http";

/** Resolves and reads the modules of the program; `files` receives each file with its state before it is read. */
export function ownModules(root: string, files: KnownFile[]): Plugin {
  return {
    name: "gatehouse:own-modules",
    async resolveId(specifier, importer): Promise<ResolveIdResult> {
      if (importer === undefined) return null;
      if (/^(?:node:)?http$/.test(specifier)) return http;
      const own = ownPath(root, specifier, importer);
      if (own !== undefined) return shared.test(relative(root, own)) ? { id: own, external: "absolute" } : own;
      const found = await this.resolve(specifier, importer, { skipSelf: true });
      if (found === null || found.external !== false || isEsModule(found.id)) return found;
      // A module of a package is found from there alone.
      return importer.includes(packages) ? { id: found.id, external: "absolute" } : { id: specifier, external: true };
    },
    async load(id) {
      if (id === http) return 'export default process.getBuiltinModule("node:http");';
      if (id.startsWith("\0")) return null;
      for (;;) {
        const file = knownFile(root, relative(root, id));
        const text = readFileSync(id, "utf8");
        const [, , , , changedMs] = file;
        if (Date.now() - changedMs > settledMs) {
          files.push(file);
          return text;
        }
        await sleep(settledMs);
      }
    },
    transform(text, id) {
      if (!text.includes("import.meta")) return null;
      const addresses = moduleAddresses(this.parse(text, { lang: id.endsWith(".ts") ? "ts" : "js" }));
      let code = text;
      for (const { start, end } of addresses.toReversed())
        code = `${code.slice(0, start)}${JSON.stringify(pathToFileURL(id).href)}${code.slice(end)}`;
      return { code, map: sameLines(id, code) };
    },
  };
}

/** Returns the source map of a text whose lines are those of its source. */
function sameLines(source: string, text: string): ExistingRawSourceMap {
  // Each line begins where the one of the same number does (source map format: differences to the line before).
  return {
    version: 3,
    names: [],
    sources: [source],
    mappings: text
      .replaceAll(/[^\n]+/g, "")
      .replaceAll("\n", ";AACA")
      .replace(/^/, "AAAA"),
  };
}

/** Returns the path of a module of this project; undefined for one of Node or of a package. */
function ownPath(root: string, specifier: string, importer: string): string | undefined {
  if (importer.includes(packages)) return undefined;
  if (specifier.startsWith("#")) return join(root, specifier.slice(1));
  return specifier.startsWith(".") ? join(dirname(importer), specifier) : undefined;
}

/** Reports whether a file of a package is an ES module; others run as Node's loader of CommonJS runs them. */
function isEsModule(path: string): boolean {
  if (!path.endsWith(".js")) return path.endsWith(".mjs");
  const manifest = findPackageJSON(pathToFileURL(path));
  if (manifest === undefined) return false;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly type?: string }).type === "module";
}
