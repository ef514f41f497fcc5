import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";

import { userCacheFolder } from "#platform/settings/user-cache.ts";

/** Code of all workflows for the worker's sandbox. */
export type WorkflowCode = Pick<WorkflowBundleWithSourceMap, "code">;

/** Folders of the cache and of the sources. */
export interface WorkflowCodeCacheOptions {
  /** Folder of the cache; by default the user's own. */
  readonly folder?: string;
  /** Folder of the workflows' sources. */
  readonly sources?: string;
}

const keptMax = 8;
const writableByOthers = 0o022;
const digestLength = 64;
const workflowsFolder = fileURLToPath(new URL("../../workflows", import.meta.url));
const { resolve } = createRequire(import.meta.url);

/**
 * Returns the bundle of the workflows from the cache, where its key is the hash of all its inputs, else makes and stores one. A cache that
 * cannot be used (read-only, of another user, writable by others, damaged) costs only the time of bundling. Its content is never trusted
 * then, because it would run as the service.
 */
export async function cachedWorkflowCode(
  make: () => Promise<WorkflowCode>,
  { folder = join(userCacheFolder(), "workflows"), sources = workflowsFolder }: WorkflowCodeCacheOptions = {},
): Promise<WorkflowCode> {
  const file = join(folder, `${contentHash(sources)}.js`);
  const kept = readKept(folder, file);
  if (kept !== undefined) return { code: kept };
  const { code } = await make();
  keep(folder, file, code);
  return { code };
}

/** Returns a hash that changes with each source file, each package of a bundle, and the place that it names in stack traces. */
function contentHash(sources: string): string {
  const hash = createHash("sha256").update(JSON.stringify([sources, process.version]));
  for (const name of ["@temporalio/worker", "@temporalio/workflow", "@temporalio/common"]) {
    hash.update(readFileSync(join(dirname(resolve(name)), "..", "package.json")));
  }
  for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(sources, name);
    if (statSync(path).isFile()) hash.update(JSON.stringify([name, readFileSync(path, "utf8")]));
  }
  return hash.digest("hex");
}

function readKept(folder: string, file: string): string | undefined {
  try {
    if (!isOurs(folder) || !isOurs(file)) return undefined;
    const text = readFileSync(file, "utf8");
    const code = text.slice(digestLength + 1);
    return text.slice(0, digestLength) === digestOf(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function keep(folder: string, file: string, code: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOurs(folder)) return;
    const fresh = `${file}.${randomBytes(6).toString("hex")}`;
    writeFileSync(fresh, `${digestOf(code)}\n${code}`, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
    removeOldest(folder);
  } catch {
    // Without a cache the next start bundles again.
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const byAge = files.map((path) => ({ path, ms: statSync(path).mtimeMs })).toSorted((a, b) => b.ms - a.ms);
  for (const { path } of byAge.slice(keptMax)) rmSync(path, { force: true });
}

function isOurs(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === (process.getuid?.() ?? uid) && (mode & writableByOthers) === 0;
}

function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
