import { parentPort, workerData } from "node:worker_threads";

import type { CheckpointMessage, CheckpointOrder } from "./checkpoints.ts";
import { createPageRewriter } from "./rewrite-pages.ts";
import { isBusy, openHandle, takeOver } from "./sqlite-handles.ts";

const triesMax = 50;
const pauseMs = 1;

const file = workerData as string;
const handle = openHandle(file, { readonly: false });
/** A second connection, which keeps writers away while the first one looks. */
const locker = openHandle(file, { readonly: false });
const rewritePages = createPageRewriter(file);
// What the disk failed for before this connection was opened is told to nobody here.
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

/** Writes what earlier checkpoints have taken over again; false where somebody writes to the log all the time. */
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

/** Takes the log over; false where somebody reads from it or writes to it all the time. */
function take(): boolean {
  // Most of it beside those who write, waiting for nobody.
  let takenBefore = passively();
  // What came meanwhile is little, and a log that is never taken over whole would grow as long as somebody writes.
  for (let tried = 1; tried <= triesMax; tried++) {
    try {
      takeOver(handle);
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    Atomics.wait(never, 0, 0, pauseMs);
    const taken = passively();
    // Whoever reads from the log keeps it as it is, however often it is tried.
    if (taken === takenBefore) return false;
    takenBefore = taken;
  }
  return false;
}

function passively(): number | undefined {
  const [outcome] = handle.driver.pragma("wal_checkpoint(PASSIVE)") as { readonly checkpointed: number }[];
  return outcome?.checkpointed;
}
