import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { endGuard, guarded } from "#platform/processes/guarded-program.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { CliError } from "../cli-error.ts";
import type { Running } from "./keep-running.ts";

/** A third-party server: a program that listens on a port of 127.0.0.1. */
export interface Server {
  readonly program: string;
  readonly parts: readonly string[];
  readonly port: number;
  /** File for its output. */
  readonly logFile: string;
}

const readyWithinMs = 60_000;
const lookPauseMs = 20;
const wordsShown = 5;

/** Starts a server that ends with this process, and waits until it accepts connections. */
export async function startServer({ program, parts, port, logFile }: Server): Promise<Running> {
  const output = openSync(logFile, "a", 0o600);
  // A process group of its own: a Ctrl-C in the terminal reaches this process, which ends the server in its turn.
  const child = spawn(...guarded(program, parts), { stdio: ["pipe", output, output], detached: true });
  closeSync(output);
  const exited = once(child, "exit").then(() => endGuard(child));
  const stop = async () => {
    await stopProcess(child);
    await exited;
  };
  try {
    await untilItListens(child, port);
  } catch (error) {
    await stop();
    const words = readFileSync(logFile, "utf8").trim().split("\n").slice(-wordsShown).join("\n");
    throw new CliError(`${program} does not answer on port ${port}. ${words}`, 1, error);
  }
  return { pid: child.pid ?? 0, exited, stop };
}

async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + readyWithinMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < end) {
    if (await listens(port)) return;
    await sleep(lookPauseMs);
  }
  throw new Error("It has ended, or took too long.");
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
