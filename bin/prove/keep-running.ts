import { setTimeout as sleep } from "node:timers/promises";

/** A process that works. */
export interface Running {
  readonly pid: number;
  /** Settles when it has ended, for whatever reason. */
  readonly exited: Promise<unknown>;
  /** Ends it and waits for it. */
  stop(): Promise<void>;
}

/** A process that is started again whenever it ends. */
export interface Kept {
  /** Waits until it works. */
  ready(): Promise<void>;
  /** Waits until it works, ends it without a warning (kill -9), and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const pauseMs = 200;
/** As long as others that it needs may take to come back. */
const patienceMs = 90_000;

/**
 * Keeps a process running by starting it again at once.
 * @param launch starts it and waits until it works
 */
export function keepRunning(launch: () => Promise<Running>): Kept {
  const stopping = new AbortController();
  let running = begin();

  function begin(): Promise<Running> {
    const begun = start();
    // Who waits for it hears why it failed; where nobody does, that must not end this process.
    begun.then(
      (process) => void process.exited.then(() => (running = stopping.signal.aborted ? running : begin())),
      () => undefined,
    );
    return begun;
  }

  async function start(): Promise<Running> {
    const end = performance.now() + patienceMs;
    for (;;) {
      try {
        return await launch();
      } catch (error) {
        if (stopping.signal.aborted || performance.now() > end) throw error;
        await sleep(pauseMs);
      }
    }
  }

  return {
    async ready() {
      await running;
    },
    async kill() {
      while (!stopping.signal.aborted) {
        const { pid, exited } = await running;
        const isKilled = endAtOnce(pid);
        await exited;
        if (isKilled) return;
      }
    },
    async stop() {
      stopping.abort();
      const last = await running.catch(() => undefined);
      await last?.stop();
    },
  };
}

/** False where it has ended by itself a moment ago. */
function endAtOnce(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
