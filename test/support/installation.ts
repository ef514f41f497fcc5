import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";
import { type Environment, readSettings } from "#platform/settings/settings.ts";

import { watchRows } from "./change-log-check.ts";
import { prepareEmptyDatabase } from "./empty-database.ts";
import { repeatedRequests } from "./repeated-requests.ts";
import { requireSoundRows } from "./sound-rows.ts";

/** The whole product as an operator starts it: `gatehouse up` with its processes, on a folder of its own. */
export interface Installation {
  readonly address: string;
  readonly folder: string;
  readonly superuser: { readonly id: string; readonly password: string };
  /** Returns everything that `up` has printed. */
  output(): string;
  /** Opens the same database in this process, for actions without a public door. */
  compose(): Promise<ComposedService>;
  /** Stops all of it while `done` runs, and starts it again at the same address. */
  whileAway(done: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a test's installation. */
export interface InstallationOptions {
  /** Address of a running server; absent = `up` starts one. */
  readonly temporalAddress?: string;
  readonly databaseUrl?: string;
  readonly environment?: Environment;
  /** True if triggers watch that each changed row is in the change log (default); a benchmark does without. */
  readonly watched?: boolean;
  /** True if it has the sample organization, as `npm start` has it. */
  readonly sample?: boolean;
}

const program = fileURLToPath(new URL("../../bin/gatehouse.ts", import.meta.url));
const readyWithinMs = 120_000;

/** Starts an installation and waits until it reports that all of it runs. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-installation-"));
  const environment = environmentIn(folder, options);
  const command = options.sample === true ? ["up", "--sample"] : ["up"];
  const { databaseUrl } = readSettings(environment);
  const watched = options.watched ?? true;
  // `up` would spend a quarter of its processor time on migrations.
  const prepared = watched && options.databaseUrl === undefined;
  if (prepared) await prepareEmptyDatabase(databaseUrl);
  let started = await startUp(command, environment, folder);
  const printed = started.output();
  const address = /API\s+(http:\/\/\S+)/.exec(printed)?.[1] ?? "";
  if (watched && !prepared) await watchRows(databaseUrl);
  return {
    address,
    folder,
    superuser: superuserIn(printed),
    output: () => started.output(),
    compose: () => composeService(readSettings(environment), "test", { dispatch: "none" }),
    async whileAway(done) {
      // If it were killed earlier, its processes would be left and continue to answer.
      await stopProcess(started.child, readyWithinMs);
      await done();
      started = await startUp(command, { ...environment, HTTP_PORT: new URL(address).port }, folder);
    },
    async stop() {
      await stopProcess(started.child);
      const checked = watched ? requireSoundRows(databaseUrl) : Promise.resolve();
      await checked.finally(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

/** Returns the superuser whom a first start has printed. */
function superuserIn(printed: string): Installation["superuser"] {
  const [, id = "", password = ""] = /The superuser is '([^']+)', password: (\S+)/.exec(printed) ?? [];
  return { id, password };
}

/** Returns the environment of an installation in a folder. */
function environmentIn(
  folder: string,
  { temporalAddress, databaseUrl, environment }: InstallationOptions,
): Environment {
  return {
    ...process.env,
    GATEHOUSE_DATA: folder,
    HTTP_PORT: "0",
    // A journey signs in once, however slow the machine is; a test of proofs makes them old itself.
    PROOF_MINUTES: "60",
    MANAGEMENT_ADDRESS: "off",
    ...(temporalAddress === undefined ? {} : { TEMPORAL_ADDRESS: temporalAddress }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...repeatedRequests,
    ...environment,
  };
}

/** Starts `gatehouse up` and waits until it reports that all of it runs. */
async function startUp(command: readonly string[], environment: Environment, folder: string) {
  const child = spawn(process.execPath, [...nodeOptions, program, ...command], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => (printed += text));
  }
  await untilReady(child, () => printed, folder);
  return { child, output: () => printed };
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
