import { isMainThread, Worker, workerData } from "node:worker_threads";

import { openHandle, prepare } from "./sqlite-handles.ts";

/** Order to a reading process: a statement, or the next rows of the one before. */
export type ReadOrder =
  | { readonly text: string; readonly values: readonly (string | number | null)[] }
  | { readonly next: true };

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Answer of a reading process: that it is ready, rows and whether more follow, or the error of the driver. */
export type ReadAnswer =
  | { readonly ready: true }
  | { readonly rows: Rows; readonly more: boolean }
  | { readonly failed: { readonly code: string; readonly message: string } };

const lookMs = 500;
/** Most rows of one answer: a process that takes them over serves nothing else meanwhile. */
const rowsOfAnswer = 200;
const kill = () => process.kill(process.pid, "SIGKILL");

if (isMainThread) readForParent(process.argv[2] ?? "");
else watchParent(workerData as number);

/** Runs one statement after the other; the parent ends this process when one takes too long. */
function readForParent(file: string): void {
  const handle = openHandle(file, { readonly: true });
  // A parent that no longer listens has ended this process, or will at once.
  const answer = (message: ReadAnswer) => process.send?.(message, undefined, undefined, () => undefined);
  new Worker(new URL(import.meta.url), { workerData: process.ppid }).unref();
  // Nothing is written here, and a thread prevents an orderly end.
  process.once("disconnect", kill);
  let rows: Rows = [];
  process.on("message", (order: ReadOrder) => {
    try {
      if ("text" in order) rows = prepare(handle, order.text).all(...order.values) as Rows;
      const piece = rows.slice(0, rowsOfAnswer);
      rows = rows.slice(rowsOfAnswer);
      answer({ rows: piece, more: rows.length > 0 });
    } catch (error) {
      const { code = "", message } = error as { readonly code?: string; readonly message: string };
      answer({ failed: { code, message } });
    }
  });
  answer({ ready: true });
}

/** Ends this process when its parent is gone: nothing else ends a statement that runs for hours after its caller was killed. */
function watchParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) kill();
  }, lookMs);
}
