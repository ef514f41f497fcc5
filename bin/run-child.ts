import { stopSignal, tellSupervisor } from "./lifecycle.ts";

/** A service of this process: started, then running until the signal fires. */
export type ChildService = (tools: {
  /** Fires when the process is to end. */
  readonly signal: AbortSignal;
  /** Says that the service can be used, and where. */
  ready(address: string | null): void;
  /** Says in words what is going on before that. */
  report(words: string): void;
}) => Promise<void>;

const aliveEveryMs = 5_000;

/** Runs a service until it is told to stop, and tells the supervisor that it is alive; its failure is told to the supervisor too. */
export async function runChild(service: ChildService): Promise<void> {
  const signal = stopSignal();
  const beating = setInterval(() => tellSupervisor({ type: "alive" }), aliveEveryMs);
  try {
    await service({
      signal,
      ready: (address) => tellSupervisor({ type: "ready", address }),
      report: (words) => tellSupervisor({ type: "progress", words }),
    });
  } catch (error) {
    // What waits when the signal fires ends with it; that is no failure.
    if (signal.aborted && error instanceof Error && error.name === "AbortError") return;
    // Loaded where it is needed: it knows the errors of all parts, of which a process has few.
    const { messageOf } = await import("./failure.ts");
    tellSupervisor({ type: "failed", words: messageOf(error) });
    throw error;
  } finally {
    clearInterval(beating);
  }
}
