import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { withFileLock } from "../processes/file-lock.ts";
import type { Environment } from "../settings/settings.ts";
import { userCacheFolder } from "../settings/user-cache.ts";
import { buildWithGo } from "./go-build.ts";

/** Options of the search for the Temporal server's program. */
export interface FindTemporalOptions {
  readonly environment?: Environment;
  /** Receives progress reports while the program is built. */
  readonly report?: (words: string) => void;
}

/** Error for a missing Temporal server that cannot be built either; the message says how to get one. */
export class TemporalMissingError extends Error {
  override readonly name = "TemporalMissingError";
}

const recipeFolder = fileURLToPath(new URL("../../tools/temporal/", import.meta.url));
const packageName = "github.com/temporalio/cli/cmd/temporal";
const programName = process.platform === "win32" ? "temporal.exe" : "temporal";

/**
 * Finds the program of the Temporal server: on the PATH, in the user's cache, or built there once with Go.
 * @throws TemporalMissingError
 */
export async function findTemporal(options: FindTemporalOptions = {}): Promise<string> {
  const environment = options.environment ?? process.env;
  const present = onPath(programName, environment) ?? whenProgram(cachedTemporal(environment));
  if (present) return present;
  const go = onPath(process.platform === "win32" ? "go.exe" : "go", environment);
  if (!go) throw missing("Go is not installed either, so it cannot be built.");
  return build(go, environment, options.report ?? (() => undefined));
}

/** Returns the path of the built program in the user's cache: the folder's name holds version, platform and the hash of the recipe. */
export function cachedTemporal(environment: Environment = process.env): string {
  const recipe = ["go.mod", "go.sum"].map((name) => readFileSync(join(recipeFolder, name), "utf8"));
  const hash = createHash("sha256").update(recipe.join("\0")).digest("hex").slice(0, 12);
  const version = /github\.com\/temporalio\/cli v([\w.-]+)/.exec(recipe[0] ?? "")?.[1] ?? "unknown";
  const folder = `temporal-${version}-${process.platform}-${process.arch}-${hash}`;
  return join(userCacheFolder(environment), folder, programName);
}

async function build(go: string, environment: Environment, report: (words: string) => void): Promise<string> {
  const program = cachedTemporal(environment);
  await mkdir(join(program, ".."), { recursive: true });
  const waiting = () => report("Waiting for another process that builds the Temporal server …");
  return withFileLock(
    `${program}.lock`,
    async () => {
      if (whenProgram(program)) return program;
      const unfinished = `${program}.unfinished`;
      try {
        await buildWithGo({ go, folder: recipeFolder, packageName, output: unfinished, environment, report });
      } catch (cause) {
        throw missing(`Building it failed: ${(cause as Error).message}`, cause);
      }
      await rename(unfinished, program);
      return program;
    },
    waiting,
  );
}

function missing(reason: string, cause?: unknown): TemporalMissingError {
  const message = [
    `There is no Temporal server. ${reason}`,
    "Do one of these:",
    "  - set TEMPORAL_ADDRESS=host:port to use a running server;",
    "  - install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on the PATH;",
    "  - install Go 1.24 or newer (https://go.dev/dl), and it is built here at the next start.",
  ].join("\n");
  return new TemporalMissingError(message, { cause });
}

function onPath(name: string, environment: Environment): string | undefined {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find((path) => whenProgram(path));
}

function whenProgram(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
