import { stopSignal, tellSupervisor } from "./lifecycle.ts";

/** A service of this process: starts, then runs until the signal fires. */
export type ChildService = (tools: {
  /** Fires when the process is to end. */
  readonly signal: AbortSignal;
  /** Reports readiness and the address of the service. */
  ready(address: string | null): void;
  /** Reports the progress before that in words. */
  report(words: string): void;
}) => Promise<void>;

const aliveEveryMs = 5_000;

/** Runs a service until it is told to stop, and sends heartbeats and a failure to the supervisor. */
export async function runChild(service: ChildService, signal: AbortSignal = stopSignal()): Promise<void> {
  const beating = setInterval(() => tellSupervisor({ type: "alive" }), aliveEveryMs);
  try {
    await service({
      signal,
      ready: (address) => tellSupervisor({ type: "ready", address }),
      report: (words) => tellSupervisor({ type: "progress", words }),
    });
  } catch (error) {
    // Work that waits when the signal fires ends with it; that is not a failure.
    if (signal.aborted && error instanceof Error && error.name === "AbortError") return;
    // Loaded only here: it imports the errors of all parts, of which a process has few.
    const { messageOf } = await import("./failure.ts");
    tellSupervisor({ type: "failed", words: messageOf(error) });
    throw error;
  } finally {
    clearInterval(beating);
  }
}
