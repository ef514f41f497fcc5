import { isMainThread, Worker, workerData } from "node:worker_threads";

import { openHandle, prepare } from "./sqlite-handles.ts";

/** What is asked of a process that reads. */
export interface ReadOrder {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** What it answers: that it is ready, the rows, or what the driver has said. */
export type ReadAnswer =
  | { readonly ready: true }
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly failed: { readonly code: string; readonly message: string } };

const lookMs = 500;
const kill = () => process.kill(process.pid, "SIGKILL");

if (isMainThread) readForParent(process.argv[2] ?? "");
else watchParent(workerData as number);

/** Runs one statement after the other; whoever has started this process ends it when one takes too long. */
function readForParent(file: string): void {
  const handle = openHandle(file, { readonly: true });
  // Who no longer listens has ended this process, or will at once.
  const answer = (message: ReadAnswer) => process.send?.(message, undefined, undefined, () => undefined);
  new Worker(new URL(import.meta.url), { workerData: process.ppid }).unref();
  // Nothing is written here, and a thread is in the way of an orderly end.
  process.once("disconnect", kill);
  process.on("message", ({ text, values }: ReadOrder) => {
    try {
      answer({ rows: prepare(handle, text).all(...values) as Record<string, unknown>[] });
    } catch (error) {
      const { code = "", message } = error as { readonly code?: string; readonly message: string };
      answer({ failed: { code, message } });
    }
  });
  answer({ ready: true });
}

/** Nobody else ends a statement that goes on for hours after its asker was killed. */
function watchParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) kill();
  }, lookMs);
}
