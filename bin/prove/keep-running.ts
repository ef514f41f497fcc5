import { setTimeout as sleep } from "node:timers/promises";

/** A process that works. */
export interface Running {
  /** Number by which it is killed: its process ID, or a negative one for a process with its group. */
  readonly pid: number;
  /** Settles when the process has ended, for any reason. */
  readonly exited: Promise<unknown>;
  /** Ends the process and waits for its end. */
  stop(): Promise<void>;
}

/** A process that is restarted whenever it ends. */
export interface Kept {
  /** Waits until it works. */
  ready(): Promise<void>;
  /** Waits until the process works, kills it without warning (kill -9), and waits until it is gone. */
  kill(): Promise<void>;
  /** Kills the process in that way, and again during its restart, the given milliseconds after it has begun and before it is ready. */
  killStarting(afterMs: number): Promise<void>;
  /** Ends the process for good. */
  stop(): Promise<void>;
  /** Ends the process for good without warning (kill -9), as a machine that loses its power does. */
  end(): Promise<void>;
}

const pauseMs = 200;
/** Maximum time for a restart: other processes that it needs may have to come back first. */
const patienceMs = 90_000;

/** A start of a process, in progress or over. */
interface Start {
  readonly pid: number;
  isOver: boolean;
}

/**
 * Keeps a process running by restarting it immediately.
 * @param launch starts the process, reports its id as soon as it has one, and waits until it works
 */
export function keepRunning(launch: (begun: (pid: number) => void) => Promise<Running>): Kept {
  const stopping = new AbortController();
  /** Callbacks that wait for the next start. */
  const waiting = new Set<(start: Start) => void>();
  let running = begin();

  function begin(): Promise<Running> {
    const begun = start();
    // A caller that waits gets the reason of a failure; without one the failure must not end this process.
    begun.then(
      (process) => void process.exited.then(() => (running = stopping.signal.aborted ? running : begin())),
      () => undefined,
    );
    return begun;
  }

  async function start(): Promise<Running> {
    const end = performance.now() + patienceMs;
    for (;;) {
      let last: Start | undefined;
      try {
        return await launch((pid) => {
          last = { pid, isOver: false };
          for (const tell of waiting) tell(last);
          waiting.clear();
        });
      } catch (error) {
        if (stopping.signal.aborted || performance.now() > end) throw error;
        await sleep(pauseMs);
      } finally {
        if (last !== undefined) last.isOver = true;
      }
    }
  }

  async function kill(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { pid, exited } = await running;
      const isKilled = endAtOnce(pid);
      await exited;
      if (isKilled) return;
    }
  }

  return {
    async ready() {
      await running;
    },
    kill,
    async killStarting(afterMs) {
      while (!stopping.signal.aborted) {
        const next = new Promise<Start>((resolve) => waiting.add(resolve));
        await kill();
        const begun = await next;
        await sleep(afterMs);
        // A process that was ready sooner is killed while it works, and the next start is awaited.
        if (!begun.isOver && endAtOnce(begun.pid)) return;
      }
    },
    async stop() {
      stopping.abort();
      const last = await running.catch(() => undefined);
      await last?.stop();
    },
    async end() {
      stopping.abort();
      const last = await running.catch(() => undefined);
      if (last === undefined) return;
      endAtOnce(last.pid);
      await last.exited;
    },
  };
}

/** Kills a process; returns false if it has just ended by itself. */
function endAtOnce(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
