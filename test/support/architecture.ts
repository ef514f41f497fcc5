import { builtinModules } from "node:module";
import { posix } from "node:path";

import { impureGlobals, type RoomRule, roomRules, workshops } from "./architecture-table.ts";
import { type ImportOf, importsOf, isNode, parseModule, type SyntaxNode, walk } from "./imports.ts";

/** A module of the project: its path from the root, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const subRooms = new Set(["connectors", "plugins", "activities"]);
/** Rooms by path: the checks ask for the same ones a hundred thousand times. */
const rooms = new Map<string, string>();

/** Returns one sentence for each import (or impure global) that the table of rooms forbids. */
export function checkImports(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => !isTest(path)).flatMap((file) => checkFile(file));
}

/** Returns the room of a file: its top-level folder, or two or three folders where the table has a row for them. */
export function roomOf(path: string): string {
  const room = rooms.get(path) ?? findRoom(path);
  rooms.set(path, room);
  return room;
}

function findRoom(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/");
  if (roomRules[`${first}/${second}/${third}`]) return `${first}/${second}/${third}`;
  return subRooms.has(first) && !second.endsWith(".ts") ? `${first}/${second}` : first;
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || workshops.includes(roomOf(path)) || !path.includes("/");
}

function checkFile(file: SourceFile): string[] {
  const room = roomOf(file.path);
  const rule = ruleOf(room);
  if (!rule) return [`${file.path}: the folder ${room} is no room of the architecture.`];
  const imports = importsOf(file.path, file.text).flatMap((one) => {
    const problem = problemOf(file.path, room, rule, one);
    return problem === undefined ? [] : [`${file.path}:${one.line}: ${problem}`];
  });
  return room === "domain" ? [...imports, ...impureUses(file)] : imports;
}

function ruleOf(room: string): RoomRule | undefined {
  return roomRules[ruleNameOf(room) ?? ""];
}

/** Returns the name of a room's rule: its own, or the one for all rooms of its folder; undefined if there is none. */
export function ruleNameOf(room: string): string | undefined {
  if (roomRules[room]) return room;
  const [first, second, third] = room.split("/");
  const shared = `${first}/*`;
  return second !== undefined && third === undefined && roomRules[shared] ? shared : undefined;
}

function problemOf(path: string, room: string, rule: RoomRule, one: ImportOf): string | undefined {
  const { specifier, typeOnly } = one;
  if (specifier === undefined) {
    return rule.dynamic ? undefined : `a dynamic import must name its module; ${room} may not choose one at run time.`;
  }
  if (specifier.startsWith(".")) return relativeProblem(path, room, rule, one);
  if (specifier.startsWith("#")) return roomProblem(room, rule, specifier.slice(1), typeOnly);
  if (/^(node:)?[^@./:]+/.test(specifier) && isNodeModule(specifier)) return nodeProblem(room, rule, specifier);
  if (/^([\w+.-]+:|\/)/.test(specifier)) return `"${specifier}" is no module of this project and no package.`;
  return packageProblem(room, rule, specifier);
}

function relativeProblem(path: string, room: string, rule: RoomRule, one: ImportOf): string | undefined {
  const target = posix.join(posix.dirname(path), one.specifier ?? "");
  if (target === "package.json" || roomOf(target) === room) return undefined;
  // A room inside another (the contract and its kit, the activities) may name it, and be named, by a relative path.
  if (contains(room, roomOf(target)) || contains(roomOf(target), room)) {
    return roomProblem(room, rule, target, one.typeOnly);
  }
  return `"${one.specifier}" leaves the room ${room}; other rooms are imported as #room/file.ts.`;
}

function contains(outer: string, inner: string): boolean {
  return inner.startsWith(`${outer}/`);
}

function roomProblem(room: string, rule: RoomRule, path: string, typeOnly: boolean): string | undefined {
  const target = roomOf(path);
  if (target === room) return undefined;
  if (workshops.includes(target)) return `${room} may not import ${target}, which is no part of the product.`;
  if (!ruleOf(target)) return `#${target} is no room of the architecture.`;
  if (matches(rule.values, target) || rule.values.includes(path)) return undefined;
  if (!matches(rule.types ?? [], target)) return `${room} may not import ${target}.`;
  return typeOnly ? undefined : `${room} may import only types of ${target}: write \`import type\`.`;
}

/** Returns true if a list of a rule has the room, by its name, by that of all rooms of its folder, or by `*`. */
export function matches(list: readonly string[], room: string): boolean {
  const [first, second, third] = room.split("/");
  return (
    list.includes("*") ||
    list.includes(room) ||
    (second !== undefined && third === undefined && list.includes(`${first}/*`))
  );
}

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

function nodeProblem(room: string, { node }: RoomRule, specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, "").split("/")[0] ?? "";
  if (node.includes("*") || node.includes(name)) return undefined;
  return `${room} may not import node:${name}.`;
}

function packageProblem(room: string, { packages }: RoomRule, specifier: string): string | undefined {
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  if (packages.includes("*") || packages.includes(name)) return undefined;
  return `${room} may not import the package ${name}.`;
}

function impureUses({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const note = (node: SyntaxNode, name: string) => {
    if (!impureGlobals.includes(name)) return;
    found.push(`${path}:${text.slice(0, node.start).split("\n").length}: domain may not use ${name}.`);
  };
  walk(parseModule(path, text).program, (node) => {
    if (node.type === "MemberExpression") note(node, `${nameOf(node["object"])}.${nameOf(node["property"])}`);
    if (node.type === "MemberExpression" || node.type === "CallExpression")
      note(node, nameOf(node["object"] ?? node["callee"]));
    const isNow = node.type === "NewExpression" && nameOf(node["callee"]) === "Date";
    if (isNow && (node["arguments"] as unknown[]).length === 0) note(node, "Date.now");
  });
  return found;
}

function nameOf(node: unknown): string {
  return isNode(node) && node.type === "Identifier" ? String(node["name"]) : "";
}
