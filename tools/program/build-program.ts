import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import {
  buildFolder,
  type BuiltProgram,
  currentProgram,
  type KnownFile,
  knownFile,
  noteName,
} from "#bin/built-program.ts";
import { withFileLock } from "#platform/processes/file-lock.ts";

import { chunkNames } from "./chunk-names.ts";
import { ownModules } from "./own-modules.ts";

/** Modules that each process loads at its start, by the name of the process. */
type Processes = Readonly<Record<string, readonly string[]>>;

/** First module of the program. */
const firstModule = "bin/command-line.ts";

const ownProcesses: Processes = {
  command: [firstModule],
  up: ["bin/commands/up.ts", "bin/up/up.ts"],
  api: ["bin/commands/processes.ts", "bin/children/api.ts"],
  hub: ["bin/commands/processes.ts", "bin/children/hub.ts"],
  proxy: ["bin/commands/proxy.ts", "bin/children/proxy.ts"],
  temporal: ["bin/commands/processes.ts", "bin/children/temporal.ts"],
};

/** Files and folders beside the modules that decide on the built program. */
const recipe = ["package.json", "package-lock.json", "node_modules/rolldown/package.json", "tools/program"];

/** Number of built programs that stay, for the processes that run them. */
const keptPrograms = 8;

/**
 * Builds the program of a checkout from its modules, unless it is current. A program that runs keeps the files that it was started from.
 * @throws Error if a module cannot be read, or nothing can be written
 */
export async function buildProgram(root: string, processes: Processes = ownProcesses): Promise<void> {
  if (currentProgram(root) !== undefined) return;
  const folder = join(root, buildFolder);
  mkdirSync(folder, { recursive: true });
  await withFileLock(join(folder, "lock"), async () => {
    // Another process may have built it meanwhile.
    if (currentProgram(root) !== undefined) return;
    const target = join(folder, nextFolder(join(folder, noteName)));
    rmSync(target, { recursive: true, force: true });
    const files = recipe.flatMap((path) => filesAt(root, path));
    const module = await bundle({ root, target, processes, files });
    files.push(...filesAt(root, relative(root, target)));
    writeNote(folder, { root, module: relative(root, join(target, module)), files });
  });
}

interface Bundling {
  readonly root: string;
  readonly target: string;
  readonly processes: Processes;
  /** Receives each module with its state. */
  readonly files: KnownFile[];
}

/** Writes the modules in a few files, and returns the name of the one to load. */
async function bundle({ root, target, processes, files }: Bundling): Promise<string> {
  const first = join(root, firstModule);
  let names: ReadonlyMap<string, string> | undefined;
  const entries = Object.fromEntries(
    Object.entries(processes).map(([name, paths]) => [name, paths.map((path) => join(root, path))]),
  );
  // The bundler takes longer to load than a look at the files.
  const { rolldown } = await import("rolldown");
  const modules = await rolldown({
    cwd: root,
    logLevel: "silent",
    input: { program: first },
    platform: "node",
    preserveEntrySignatures: false,
    plugins: [ownModules(root, files)],
  });
  try {
    const { output } = await modules.write({
      dir: target,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name].mjs",
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            debugName: "processes",
            name: (id, graph) => {
              names ??= chunkNames(entries, (path) => graph.getModuleInfo(path)?.importedIds ?? []);
              // The first module waits for the command, so nothing that the command loads may be in its file.
              return id === first ? null : (names.get(id) ?? null);
            },
          },
        ],
      },
    });
    return output[0].fileName;
  } finally {
    await modules.close();
  }
}

/** Returns the folder of the next program: the oldest one is overwritten, so that nothing grows with the number of changes. */
function nextFolder(note: string): string {
  try {
    const { module } = JSON.parse(readFileSync(note, "utf8")) as BuiltProgram;
    return String((Number(module.split("/").at(-2)) + 1) % keptPrograms || 0);
  } catch {
    return "0";
  }
}

/** Returns a file, or the files of a folder, with their states; none if nothing is there. */
function filesAt(root: string, path: string): KnownFile[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  const names = found.isDirectory() ? readdirSync(join(root, path)).filter((name) => !name.endsWith(".test.ts")) : [""];
  return names.map((name) => knownFile(root, join(path, name)));
}

function writeNote(folder: string, note: BuiltProgram): void {
  const part = join(folder, `${noteName}.part`);
  writeFileSync(part, JSON.stringify(note));
  renameSync(part, join(folder, noteName));
}
