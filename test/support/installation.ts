import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";
import { type Environment, readSettings } from "#platform/settings/settings.ts";

import { requireLoggedRows, watchRows } from "./change-log-check.ts";

/** The whole product as an operator starts it: `gatehouse up` with its processes, on a folder of its own. */
export interface Installation {
  readonly address: string;
  readonly folder: string;
  readonly superuser: { readonly id: string; readonly password: string };
  /** Everything that `up` has printed. */
  output(): string;
  /** Opens the same database in this process, for what has no public door. */
  compose(): Promise<ComposedService>;
  stop(): Promise<void>;
}

/** What a test says of its installation. */
export interface InstallationOptions {
  /** A server that is there already; without it `up` starts one. */
  readonly temporalAddress?: string;
  readonly databaseUrl?: string;
  readonly environment?: Environment;
  /** Whether triggers watch that each changed row is in the change log (default); a bench does without. */
  readonly watched?: boolean;
}

const program = fileURLToPath(new URL("../../bin/gatehouse.ts", import.meta.url));
const readyWithinMs = 120_000;

/** Starts an installation and waits until it says that all of it runs. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-installation-"));
  const environment = {
    ...process.env,
    GATEHOUSE_DATA: folder,
    HTTP_PORT: "0",
    ...(options.temporalAddress === undefined ? {} : { TEMPORAL_ADDRESS: options.temporalAddress }),
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...options.environment,
  };
  const child = spawn(process.execPath, [...nodeOptions, program, "up"], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => (printed += text));
  }
  await untilReady(child, () => printed, folder);
  const { databaseUrl } = readSettings(environment);
  const watched = options.watched ?? true;
  if (watched) await watchRows(databaseUrl);
  const [, id = "", password = ""] = /The superuser is '([^']+)', password: (\S+)/.exec(printed) ?? [];
  return {
    address: /API\s+(http:\/\/\S+)/.exec(printed)?.[1] ?? "",
    folder,
    superuser: { id, password },
    output: () => printed,
    compose: () => composeService(readSettings(environment), "test", { dispatch: "none" }),
    async stop() {
      await stopProcess(child);
      const checked = watched ? requireLoggedRows(databaseUrl) : Promise.resolve();
      await checked.finally(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

function untilReady(child: ChildProcess, printed: () => string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`gatehouse up ${why}\n${printed()}\n${lastLines(folder)}`));
    const timer = setTimeout(() => fail("did not become ready"), readyWithinMs);
    const look = () => {
      if (!/✔ Hub/.test(printed())) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

function lastLines(folder: string): string {
  try {
    return readFileSync(join(folder, "log", "up.log"), "utf8")
      .split("\n")
      .slice(-20)
      .join("\n");
  } catch {
    return "";
  }
}
