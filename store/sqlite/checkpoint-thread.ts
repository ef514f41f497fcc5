import { parentPort, workerData } from "node:worker_threads";

import type { CheckpointMessage, CheckpointOrder } from "./checkpoints.ts";
import { createPageRewriter } from "./rewrite-pages.ts";
import { isBusy, openHandle, takeOver } from "./sqlite-handles.ts";

const triesMax = 50;
const pauseMs = 1;

const file = workerData as string;
const handle = openHandle(file, { readonly: false });
/** A second connection, which locks writers out while the first one works. */
const locker = openHandle(file, { readonly: false });
const rewritePages = createPageRewriter(file);
// Failures of the disk before this connection was opened are not reported here.
let inDoubt = true;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const say = (message: CheckpointMessage) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
};

parentPort?.on("message", (order: CheckpointOrder) => {
  try {
    const isSettled = !inDoubt || writePagesAgain();
    if (isSettled) inDoubt = false;
    say(isSettled && (order === "writeAgain" || take()) ? "whole" : "part");
  } catch {
    inDoubt = true;
    say("failed");
  }
});
say("ready");

/** Writes the pages of earlier checkpoints again; returns false if another connection writes to the log all the time. */
function writePagesAgain(): boolean {
  for (let tried = 1; tried <= triesMax; tried++) {
    try {
      locker.driver.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (!isBusy(error)) throw error;
      Atomics.wait(never, 0, 0, pauseMs);
      continue;
    }
    try {
      rewritePages(handle);
      return true;
    } finally {
      locker.driver.exec("ROLLBACK");
    }
  }
  return false;
}

/** Checkpoints the log; returns false if another connection reads from it or writes to it all the time. */
function take(): boolean {
  // Checkpoints most of the log beside writers, without waiting for any.
  let takenBefore = passively();
  // The rest that came meanwhile is little, but a log that is never checkpointed whole would grow as long as there are writers.
  for (let tried = 1; tried <= triesMax; tried++) {
    try {
      takeOver(handle);
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    Atomics.wait(never, 0, 0, pauseMs);
    const taken = passively();
    // A reader of the log keeps it as it is, however often this is tried.
    if (taken === takenBefore) return false;
    takenBefore = taken;
  }
  return false;
}

function passively(): number | undefined {
  const [outcome] = handle.driver.pragma("wal_checkpoint(PASSIVE)") as { readonly checkpointed: number }[];
  return outcome?.checkpointed;
}
