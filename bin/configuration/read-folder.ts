import { closeSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

import { nearestNameHint } from "#domain/nearest-name.ts";
import { textOfBytes } from "#domain/text-of-bytes.ts";

import { CliError, ExitCode, wordsOf } from "../cli-error.ts";
import { type FileDocument, readDocument } from "./document.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type Fault, withHint } from "./reading.ts";
import { readYaml } from "./yaml-file.ts";

const fileMaxBytes = 1024 * 1024;
const filesMax = 20_000;
const faultsShown = 20;

/** Configuration of a folder: the kinds that have a folder in it, and the objects of the files. */
export interface FolderContent {
  readonly kinds: readonly Kind[];
  readonly documents: readonly FileDocument[];
}

/** Returns the line for a fault of a file. */
function faultLine({ file, line, column, property, rule }: Fault): string {
  const end = rule.endsWith("?") ? "" : ".";
  return `${file}:${line}:${column}: ${property === "" ? "the file" : property} ${rule}${end}`;
}

/**
 * Returns the error of faulty files.
 * @throws TypeError if there is no fault
 */
export function faultyFiles(faults: readonly Fault[]): CliError {
  if (faults.length === 0) throw new TypeError("no fault is no error");
  const inOrder = faults.toSorted((one, other) =>
    one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line,
  );
  const lines = inOrder.slice(0, faultsShown).map(faultLine);
  const more = faults.length - lines.length;
  const rest = more > 0 ? [`… and ${more} more faults.`] : [];
  return new CliError(["The files are wrong, and nothing was changed.", ...lines, ...rest].join("\n"), ExitCode.Usage);
}

/**
 * Reads the files of a folder: `<folder>/<kind>/<any name>.yaml`, one object in each. Other files, and names that begin with a dot, are
 * left alone. Every file is read before any fault is told.
 * @throws CliError that names file, line and rule of each fault
 */
export function readFolder(folder: string, only: readonly Kind[] = kinds): FolderContent {
  const root = realFolder(folder);
  const faults: Fault[] = [];
  const found = foldersOf(root, only, faults);
  const documents = found.flatMap((kind) =>
    filesOf(root, kind, faults).flatMap((file) => readFile(root, [kind, file], faults)),
  );
  faults.push(...doubles(documents));
  if (faults.length > 0) throw faultyFiles(faults);
  return { kinds: found, documents };
}

function realFolder(folder: string): string {
  try {
    const root = realpathSync(folder);
    readdirSync(root);
    return root;
  } catch (error) {
    throw new CliError(`The folder '${folder}' cannot be read. Name the folder of an export.`, ExitCode.Usage, error);
  }
}

function foldersOf(root: string, only: readonly Kind[], faults: Fault[]): readonly Kind[] {
  const names = new Set(visible(root));
  for (const name of names) {
    if (kinds.some((kind) => kind.name === name)) continue;
    const isFolder = statOf(join(root, name))?.isDirectory() === true;
    const hasFiles = isFolder && visible(join(root, name)).some(isYaml);
    const hint = nearestNameHint(
      name,
      kinds.map((kind) => kind.name),
    );
    if (hasFiles) faults.push(ofFile(name, withHint("is no kind of configuration", hint)));
    else if (isYaml(name)) faults.push(ofFile(name, "must be in the folder of its kind, such as targetSystems"));
  }
  return only.filter(({ name }) => names.has(name));
}

const isYaml = (name: string) => /\.ya?ml$/i.test(name);

function visible(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .toSorted();
}

function filesOf(root: string, kind: Kind, faults: Fault[]): readonly string[] {
  const folder = join(root, kind.name);
  if (statOf(folder)?.isDirectory() !== true || !isInside(root, folder)) {
    faults.push(ofFile(kind.name, "must be a folder of this folder"));
    return [];
  }
  const names = visible(folder);
  if (names.length > filesMax) {
    faults.push(ofFile(kind.name, `holds more than ${filesMax} files`));
    return [];
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    const file = `${kind.name}/${name}`;
    const stat = statOf(path);
    if (stat?.isDirectory() === true) faults.push(ofFile(file, "is a folder: files lie in the folder of their kind"));
    if (!isYaml(name) || stat?.isDirectory() === true) return [];
    if (stat?.isFile() !== true) faults.push(ofFile(file, "is no file that can be read"));
    else if (!isInside(root, path)) faults.push(ofFile(file, "is a link that leads out of the folder"));
    else if (stat.size > fileMaxBytes) faults.push(ofFile(file, "is larger than 1 MiB"));
    else return [file];
    return [];
  });
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    // A link that leads nowhere, or a file that went meanwhile: the caller says so.
    return undefined;
  }
}

function isInside(root: string, path: string): boolean {
  return realpathSync(path).startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

const ofFile = (file: string, rule: string): Fault => ({ file, line: 1, column: 1, property: "", rule });

function readFile(root: string, [kind, file]: readonly [Kind, string], faults: Fault[]): readonly FileDocument[] {
  const bytes = bytesOf(join(root, file));
  if (bytes === undefined) {
    faults.push(ofFile(file, "cannot be read"));
    return [];
  }
  const text = textOfBytes(bytes);
  if ("rule" in text) {
    faults.push({ ...ofFile(file, text.rule), line: text.line });
    return [];
  }
  const read = readYaml(text.text);
  if ("faults" in read) {
    faults.push(...read.faults.map(({ at, rule }) => ({ file, ...at, property: "", rule })));
    return [];
  }
  const document = readDocument(kind, read.value, file, faults);
  return document === undefined ? [] : [document];
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    const descriptor = openSync(path, "r");
    try {
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Returns the faults of objects that stand twice, in one file or in two. */
function doubles(documents: readonly FileDocument[]): readonly Fault[] {
  const byName = Map.groupBy(documents, ({ kind, id }) => wordsOf([kind.name, id]));
  const twice = [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ at, id, kind }): Fault => {
      const there = `${first?.at.file}:${first?.at.line}`;
      return { ...at, property: kind.knownBy.join(" and "), rule: `is '${id}', which ${there} describes as well` };
    }),
  );
  return [...twice, ...documents.flatMap(({ children }) => doubles(children))];
}
