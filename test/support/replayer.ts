import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Replays histories with the current workflows, one after the other. */
export interface Replayer {
  /** Settles when the history has been replayed; throws with the engine's message if the replay differs. */
  replay(history: unknown): Promise<void>;
  stop(): void;
}

/** Starts a process for replays: the engine hooks into every promise of its process, and never removes the hooks. */
export function startReplayer(): Replayer {
  const child = fork(fileURLToPath(new URL("replay-process.ts", import.meta.url)), { serialization: "advanced" });
  const ended = once(child, "exit").then(([code]: unknown[]): never => {
    throw new Error(`The process for replays has ended with ${String(code)}.`);
  });
  ended.catch(() => undefined);
  return {
    async replay(history) {
      child.send({ history: structuredClone(history) as object });
      const [answer] = (await Promise.race([once(child, "message"), ended])) as [{ readonly problem?: string }];
      if (answer.problem !== undefined) throw new Error(answer.problem);
    },
    stop: () => void child.kill(),
  };
}
