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
  /** Does so, and ends it once more while it starts, so many milliseconds after it has begun to, before it is ready. */
  killStarting(afterMs: number): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const pauseMs = 200;
/** As long as others that it needs may take to come back. */
const patienceMs = 90_000;

/** A start of a process that is under way or over. */
interface Start {
  readonly pid: number;
  isOver: boolean;
}

/**
 * Keeps a process running by starting it again at once.
 * @param launch starts it, tells its number as soon as it has one, and waits until it works
 */
export function keepRunning(launch: (begun: (pid: number) => void) => Promise<Running>): Kept {
  const stopping = new AbortController();
  /** Those who wait for the next start. */
  const waiting = new Set<(start: Start) => void>();
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
        // One that was quicker is killed as it works, and the next start is waited for.
        if (!begun.isOver && endAtOnce(begun.pid)) return;
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
