import cluster from "node:cluster";

import type { Order } from "./lifecycle.ts";

/** Orders of the process that has started this one and holds its listening socket. */
export interface Orders {
  /** Fires when this process is to say that it is about to end. */
  readonly leave: AbortSignal;
  /** Fires when this process is to finish what has begun and end. */
  readonly stop: AbortSignal;
  /** Marks this process as one that answers calls. Before that nobody needs a leave, so the order to leave is one to stop. */
  answers(): void;
  /** Fires `stop` without an order. */
  finish(): void;
}

/** Takes orders from now on. Signals of the system are for the process that holds this one, which gets them too. */
export function takeOrders(): Orders {
  const leave = new AbortController();
  const stop = new AbortController();
  let answering = false;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => undefined);
  process.on("message", ({ type }: Order) => {
    if (type === "leave" && answering) leave.abort();
    else if (type === "leave" || type === "stop") stop.abort();
  });
  // Whoever has nothing else to do ends. Where the other process was killed, Node ends this one at once.
  process.channel?.unref();
  process.once("disconnect", () => stop.abort());
  if (!process.connected) stop.abort();
  return {
    leave: leave.signal,
    stop: stop.signal,
    answers() {
      answering = true;
    },
    finish: () => stop.abort(),
  };
}

/** Lets the process that holds the listening socket close its side of it; that of this process stays open. */
export function letGo(): void {
  // This process goes on without the other one, to its own end.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
  if (process.connected) process.disconnect();
}
