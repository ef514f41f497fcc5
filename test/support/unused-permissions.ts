import { type RoomRule, roomRules } from "./architecture-table.ts";
import { matches, roomOf, ruleNameOf, type SourceFile } from "./architecture.ts";
import { productImports, type ProductImport } from "./product-imports.ts";

/** Returns one sentence for each permission of the table of rooms that no import uses, and for each room without a file. */
export function unusedPermissions(
  files: readonly SourceFile[],
  rules: Readonly<Record<string, RoomRule>> = roomRules,
): string[] {
  const imports = productImports(files);
  const rooms = new Set(files.map(({ path }) => ruleNameOf(roomOf(path))));
  return Object.entries(rules).flatMap(([room, rule]) => {
    // A rule for any connector, or any plug-in, also holds for future ones.
    if (!rooms.has(room)) return room.endsWith("/*") ? [] : [`${room} has no file: take it from the table.`];
    const own = imports.filter(({ from }) => ruleNameOf(roomOf(from)) === room);
    return permissionsOf(rule)
      .filter(({ isUsed }) => !own.some(isUsed))
      .map(({ name }) => `${room} may import ${name} and does not: take it from the table.`);
  });
}

interface Permission {
  readonly name: string;
  isUsed(one: ProductImport): boolean;
}

function permissionsOf({ values, types = [], packages, node, dynamic = false }: RoomRule): Permission[] {
  const rooms = (entry: string, name: string, wanted: (one: ProductImport) => boolean): Permission => ({
    name,
    isUsed: (one) => one.to.kind === "file" && wanted(one) && leadsTo(entry, one),
  });
  const others = (entry: string, kind: "package" | "node"): Permission => ({
    name: entry === "*" ? `any ${kind}` : entry,
    isUsed: ({ to }) => to.kind === kind && (entry === "*" || entry === to.name),
  });
  return [
    ...values.map((entry) => rooms(entry, `more than types of ${entry}`, ({ typeOnly }) => !typeOnly)),
    ...types.map((entry) => rooms(entry, `types of ${entry}`, () => true)),
    ...packages.map((entry) => others(entry, "package")),
    ...node.map((entry) => others(entry, "node")),
    ...(dynamic
      ? [{ name: "what is known at run time only", isUsed: ({ to }: ProductImport) => to.kind === "unknown" }]
      : []),
  ];
}

function leadsTo(entry: string, { from, to }: ProductImport): boolean {
  const room = roomOf(to.name);
  return room !== roomOf(from) && (to.name === entry || matches([entry], room));
}
