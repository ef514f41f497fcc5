import { posix } from "node:path";

import { roomOf, type SourceFile } from "./architecture.ts";
import { circlesOf } from "./circles.ts";
import { type InnerRule, innerRules } from "./inner-room-table.ts";
import { productImports, type ProductImport } from "./product-imports.ts";

type List = keyof InnerRule;

/** Returns one sentence for each import that the rule of an inner room forbids, and for each folder beside inner rooms without a rule. */
export function checkInnerRooms(files: readonly SourceFile[]): string[] {
  const forbidden = productImports(files).flatMap(({ from, line, to }) =>
    innerRoomsAround(from).flatMap((room) => {
      const list = listFor(room, to);
      const entries = list && innerRules[room]?.[list];
      if (!list || !entries || entries.some((entry) => isMeant(room, { list, entry }, to.name))) return [];
      return [`${from}:${line}: ${room} may not import ${describe(room, list, to.name)}.`];
    }),
  );
  return [...forbidden, ...strayFolders(files)];
}

/** Returns one sentence for each entry of an inner room's rule that no import uses. */
export function unusedInnerPermissions(
  files: readonly SourceFile[],
  rules: Readonly<Record<string, InnerRule>> = innerRules,
): string[] {
  const imports = productImports(files);
  return Object.entries(rules).flatMap(([room, rule]) => {
    const own = imports.filter(({ from }) => from.startsWith(`${room}/`));
    const isUsed = (list: List, entry: string) =>
      own.some(({ to }) => listFor(room, to) === list && isMeant(room, { list, entry }, to.name));
    return Object.entries(rule as Record<List, readonly string[]>).flatMap(([list, entries]) =>
      entries
        .filter((entry) => !isUsed(list as List, entry))
        .map((entry) => `${room} may import ${entry} and does not: take it from ${list}.`),
    );
  });
}

/** Returns the circles of rooms within one room. */
export function circlesOfRooms(files: readonly SourceFile[]): string[][] {
  const edges = productImports(files).flatMap(({ from, to }) =>
    innerRoomsAround(from)
      .filter((room) => listFor(room, to) === "beside" && placeBeside(room, to.name) !== posix.dirname(room))
      .map((room) => [room, placeBeside(room, to.name)] as const),
  );
  return circlesOf(edges);
}

/** Returns the inner rooms around a file, the outermost first. */
export function innerRoomsAround(path: string): string[] {
  return Object.keys(innerRules)
    .filter((room) => path.startsWith(`${room}/`))
    .toSorted((a, b) => a.length - b.length);
}

/** Returns the list of a room's rule that judges an import; undefined if it stays in the room, or is only known at run time. */
function listFor(room: string, { kind, name }: ProductImport["to"]): List | undefined {
  if (kind === "package") return "packages";
  if (kind === "node") return "node";
  if (kind === "unknown" || name.startsWith(`${room}/`)) return undefined;
  return name.startsWith(`${posix.dirname(room)}/`) ? "beside" : "beyond";
}

function isMeant(
  room: string,
  { list, entry }: { readonly list: List; readonly entry: string },
  name: string,
): boolean {
  if (entry === name) return true;
  if (list === "beside") return entry === placeBeside(room, name);
  return list === "beyond" && [roomOf(name), ...innerRoomsAround(name)].includes(entry);
}

function describe(room: string, list: List, name: string): string {
  if (list === "beside") return placeBeside(room, name);
  if (list === "beyond") return innerRoomsAround(name).at(-1) ?? roomOf(name);
  return list === "node" ? `node:${name}` : `the package ${name}`;
}

/** Returns the room beside another one in which a file lies; the room around both if the file lies directly in it. */
function placeBeside(room: string, path: string): string {
  const around = posix.dirname(room);
  return innerRoomsAround(path).find((other) => posix.dirname(other) === around) ?? around;
}

function strayFolders(files: readonly SourceFile[]): string[] {
  const around = new Set(Object.keys(innerRules).map((room) => posix.dirname(room)));
  const folders = new Set(files.map(({ path }) => posix.dirname(path)));
  return [...folders]
    .filter((folder) => around.has(posix.dirname(folder)) && !innerRules[folder])
    .map((folder) => `${folder} is no room within ${posix.dirname(folder)}: give it a rule.`);
}
