import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import type { Environment } from "../settings/settings.ts";

/** Program to build, the Go to build it with, and the receiver of progress reports. */
export interface GoBuild {
  /** Path of the program `go`. */
  readonly go: string;
  /** Folder with go.mod. */
  readonly folder: string;
  readonly packageName: string;
  /** Path of the program to make. */
  readonly output: string;
  readonly environment: Environment;
  readonly report: (words: string) => void;
}

const reportEveryMs = 5_000;
const keptLines = 15;

/**
 * Builds one Go program and reports its progress every few seconds.
 * @throws Error with the last words of Go
 */
export async function buildWithGo(build: GoBuild): Promise<void> {
  const startedAt = performance.now();
  let downloaded = 0;
  let compiled = 0;
  let total = 0;
  const tell = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const done = total === 0 ? `${downloaded} modules downloaded` : `${compiled} of at most ${total} packages compiled`;
    build.report(`Building the Temporal server (once, 3 to 8 minutes): ${done}, ${seconds} s`);
  };
  tell();
  const timer = setInterval(tell, reportEveryMs);
  try {
    const count = (line: string) => (line.startsWith("go: downloading") ? (downloaded += 1) : undefined);
    total = (await runGo(build, ["list", "-deps", build.packageName], count)).length;
    const target = ["-ldflags=-s -w", "-o", build.output, build.packageName];
    await runGo(build, ["build", "-v", "-trimpath", ...target], () => (compiled += 1));
    tell();
  } finally {
    clearInterval(timer);
  }
}

async function runGo(build: GoBuild, args: readonly string[], onLine: (line: string) => unknown): Promise<string[]> {
  const child = spawn(build.go, args, {
    cwd: build.folder,
    env: { ...build.environment, CGO_ENABLED: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  const said: string[] = [];
  createInterface(child.stdout).on("line", (line) => printed.push(line));
  createInterface(child.stderr).on("line", (line) => {
    onLine(line);
    said.push(line);
    if (said.length > keptLines) said.shift();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`\`go ${args[0]}\` ended with ${code ?? "a signal"}.\n${said.join("\n")}`);
  return printed;
}
