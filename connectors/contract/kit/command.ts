import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { checkConnector } from "../check-connector.ts";
import type { Connector } from "../connector.ts";
import { kitRules } from "./rules.ts";
import { runKit } from "./run-kit.ts";
import { type WriteLine, writeTap } from "./tap.ts";
import type { StartTarget } from "./target.ts";

/**
 * Runs the contract kit as a command and prints TAP: one line per rule, at the end `N passed, N failed`. Returns the exit code: 0
 * if every rule holds, 1 if some do not, 2 if the connector or the target could not be loaded or started.
 */
export async function testConnector(connectorPath: string, targetPath: string, write: WriteLine): Promise<number> {
  let connector: Connector;
  let start: StartTarget;
  try {
    connector = await loadConnector(connectorPath);
    start = await loadTarget(targetPath);
  } catch (error) {
    write(`Bail out! ${wordsOf(error)}`);
    return 2;
  }
  const target = await start().catch((error: unknown) =>
    write(`Bail out! The target did not start: ${wordsOf(error)}`),
  );
  if (!target) return 2;
  try {
    return await writeTap(kitRules.length, runKit(connector, target), write);
  } finally {
    await target.stop();
  }
}

async function loadConnector(path: string): Promise<Connector> {
  const { default: connector } = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
  const wrong = checkConnector(connector);
  if (wrong !== undefined) throw new Error(`${path}: ${wrong.message}`);
  return connector as Connector;
}

async function loadTarget(path: string): Promise<StartTarget> {
  const { start } = (await import(pathToFileURL(resolve(path)).href)) as { start?: StartTarget };
  if (typeof start !== "function")
    throw new Error(`${path} exports no function start(): Promise<{ address, credentials, stop() }>.`);
  return start;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
