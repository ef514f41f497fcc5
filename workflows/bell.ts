import { sleep } from "@temporalio/workflow";

/** Wake-up of a waiting workflow: rung by a signal, the end of some work, or a timer. */
export interface Bell {
  ring(): void;
  /** Rings after a time. A running timer that rings earlier serves for it too. */
  ringIn(ms: number): void;
  /** Resets the bell after a ring. */
  silence(): void;
  /** Resolves when it rings, or at once if it has rung. */
  rung(): Promise<void>;
}

/** Makes a bell. It uses a promise of our own, because each condition of the engine's library costs one more entry into the sandbox. */
export function createBell(): Bell {
  const timers = new Set<number>();
  let hasRung = false;
  let answer: (() => void) | undefined;
  function ring(): void {
    hasRung = true;
    answer?.();
  }
  async function wait(at: number, ms: number): Promise<void> {
    await sleep(ms);
    timers.delete(at);
    ring();
  }
  return {
    ring,
    ringIn(ms) {
      const at = Date.now() + ms;
      // A timer of the server costs as much as a step.
      if ([...timers].some((earlier) => earlier <= at)) return;
      timers.add(at);
      void wait(at, ms);
    },
    silence() {
      hasRung = false;
      answer = undefined;
    },
    rung: () =>
      new Promise((resolve) => {
        if (hasRung) resolve();
        else answer = resolve;
      }),
  };
}
