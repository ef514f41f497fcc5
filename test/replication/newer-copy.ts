import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Folders of a checkout that no process of a node reads. */
const left: ReadonlySet<string> = new Set(["node_modules", ".git", "build", "dist", "docs", "bench", "data"]);

/** A copy of the program with a further migration: a node of the next version. */
export interface NewerCopy {
  /** Folder of the copy. */
  readonly root: string;
  remove(): void;
}

/** Options of a copy. */
interface CopyOptions {
  /** True for a version that is more than one minor version away. */
  readonly isApart?: boolean;
  /** True for the fault that columns which a migration adds have the stamps of their rows. */
  readonly isUnstamped?: boolean;
}

const migration = `import { longText, optional, primary, stamps, text } from "./column-types.ts";

export const nextVersion = {
  name: "0900-next-version",
  async up(schema, tableOptions) {
    await schema.addColumn("userPlaces", "badge", optional(text()));
    await schema.addColumn("userPlaces", "pin", optional(longText()));
    await schema.createTable("badges", { key: primary(text()), words: text(), ...stamps() }, tableOptions);
  },
};
`;

const badges = `import { text } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

export const badges = resource("badges", { class: "shared", key: "key", properties: { key: text(), words: text() }, indexes: [] });
`;

/** Makes a copy whose schema has a column of a shared table, a secret of it and a shared table more. */
export function makeNewerCopy({ isApart = false, isUnstamped = false }: CopyOptions = {}): NewerCopy {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-newer-"));
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const edit = (path: string, change: (text: string) => string) => {
    const text = readFileSync(join(folder, path), "utf8");
    const changed = change(text);
    if (changed === text) throw new Error(`nothing of ${path} was changed`);
    writeFileSync(join(folder, path), changed);
  };
  const columns = "department: text().optional(),\n    badge: text().optional(),\n    pin: sealed().optional(),";
  edit("domain/resources/inside/user-places.ts", (text) =>
    text.replace("department: text().optional(),", columns).replace("guid, text", "guid, sealed, text"),
  );
  writeFileSync(join(folder, "domain/resources/inside/badges.ts"), badges);
  edit("domain/resources/all.ts", (text) => `${text}export * from "./inside/badges.ts";\n`);
  const name = "0900-next-version";
  writeFileSync(join(folder, `store/migrations/${name}.ts`), migration);
  edit("store/migrations/all.ts", (text) => `${text}export * from "./${name}.ts";\n`);
  if (isApart) edit("domain/nodes/node-versions.ts", (text) => text.replace(/(oldestNeighbour = )\d+/, "$1900"));
  if (isUnstamped)
    edit("store/schema/stamp-added-columns.ts", (text) => text.replace(/return \(await read.*;/, "return false;"));
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Loads a module of a copy. */
export async function moduleOf<T>({ root: folder }: NewerCopy, path: string): Promise<T> {
  return (await import(join(folder, path))) as T;
}
