import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { isRunning } from "./process.ts";

const pauseMs = 200;

/**
 * Runs a function while no other process of this machine runs one under the same lock file.
 * A lock left behind by a process that has died is taken over. `onWait` is told once that another process has it, and gives up by
 * throwing.
 */
export async function withFileLock<T>(file: string, run: () => Promise<T>, onWait?: () => void): Promise<T> {
  // The first attempt clears away what a dead process has left behind.
  for (let attempt = 1; !(await take(file)); attempt += 1) {
    if (attempt === 2) onWait?.();
    await sleep(pauseMs);
  }
  try {
    return await run();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  const own = uniqueName(file);
  await writeFile(own, String(process.pid));
  try {
    // A link appears whole or not at all, so nobody ever reads a lock without its owner.
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    await clearIfAbandoned(file);
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

async function clearIfAbandoned(file: string): Promise<void> {
  if (await ownerLives(file)) return;
  const aside = uniqueName(file);
  try {
    await rename(file, aside);
    // Another waiter may have been faster, and this is already its fresh lock: put that back.
    if (await ownerLives(aside)) await link(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function ownerLives(file: string): Promise<boolean> {
  const owner = await readFile(file, "utf8").catch(() => undefined);
  return owner === undefined || isRunning(Number(owner));
}

function uniqueName(file: string): string {
  return `${file}.${randomBytes(6).toString("hex")}`;
}
