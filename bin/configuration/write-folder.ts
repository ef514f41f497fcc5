import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { stringify } from "yaml";

import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import type { ConfigurationDocument } from "./document.ts";
import { fileNames } from "./file-names.ts";
import type { Kind } from "./kinds.ts";
import { writtenSecret } from "./secrets.ts";
import type { Data } from "./shape.ts";

/** Returns the text of the file of an object. */
function fileText(document: ConfigurationDocument): string {
  return stringify(plainDocument(document), {
    lineWidth: 0,
    version: "1.2",
    // Readers of YAML 1.1 would take no and on for false and true.
    compat: "yaml-1.1",
    schema: "core",
    aliasDuplicateObjects: false,
  });
}

function plainDocument({ kind, values, secrets, children }: ConfigurationDocument): Data {
  const fields = Object.keys(kind.fields).flatMap((name): [string, unknown][] => {
    const secret = secrets[name];
    if (secret !== undefined) return [[name, writtenSecret(secret)]];
    return Object.hasOwn(values, name) ? [[name, values[name]]] : [];
  });
  const below = kind.children.flatMap((child): [string, unknown][] => {
    const of = children.filter((one) => one.kind === child);
    return of.length === 0 ? [] : [[child.name, of.map(plainDocument)]];
  });
  return Object.fromEntries([...fields, ...below]);
}

/**
 * Writes objects as files, a folder for each kind. With `replace`, the files of these kinds that are there go; without it there may be none.
 * @throws CliError if there are files already
 */
export function writeFolder(
  folder: string,
  kinds: readonly Kind[],
  documents: readonly ConfigurationDocument[],
  { replace }: { readonly replace: boolean },
): void {
  const there = kinds.flatMap(({ name }) => filesIn(join(folder, name)));
  if (there.length > 0 && !replace)
    throw new CliError(
      `'${folder}' holds configuration already. Name an empty folder, or replace its files by --replace.`,
      ExitCode.Usage,
    );
  const kept = new Set<string>();
  for (const kind of kinds) {
    const own = documents.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    makeFolderDurably(join(folder, kind.name));
    const names = fileNames(own.map(({ id }) => id));
    for (const document of own) {
      const path = join(folder, kind.name, names.get(document.id) ?? "");
      kept.add(path);
      writeFileDurably(path, fileText(document));
    }
  }
  for (const path of there) if (!kept.has(path)) rmSync(path);
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => join(folder, name));
}
