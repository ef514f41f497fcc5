// Sets an installation up in a folder on a small disk, changes passwords while the disk is full, and prints the result.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { openVaultStage } from "./vault-scenes.ts";

const [below = "", temporalAddress = "", count = "", times = ""] = process.argv.slice(2);
const filler = join(below, "filler");
const fullMs = 3_000;
const refillMs = 100;

/** Writes until not even a page fits on the disk. */
function fill(): void {
  const file = openSync(filler, "a");
  try {
    for (const bytes of [64 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

const stage = await openVaultStage({ temporalAddress, below, accounts: Number(count) });
const scene = await stage.scene({ count: Number(count) });
for (let time = 0; time < Number(times); time += 1) {
  const before = scene.way.passwords();
  const run = await scene.randomize();
  while (scene.way.passwords() < before + Number(count) / 5) await sleep(2);
  for (let waitedMs = 0; waitedMs < fullMs; waitedMs += refillMs) {
    fill();
    await sleep(refillMs);
  }
  const whileFull = await scene.judged();
  const { endedAt = null } = (await stage.context.store.get("runs", run)) ?? {};
  rmSync(filler);
  await stage.ended(run);
  console.log(JSON.stringify({ whileFull, isHeldUp: endedAt === null, afterwards: await scene.judged() }));
}
await stage.stop();
