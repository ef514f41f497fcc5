import { extname, join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { openLogFile } from "#platform/logs/log-file.ts";
import type { Logger } from "#platform/logs/log.ts";

import { type ChildDefinition, ChildKilledError, SupervisedChild } from "./supervised-child.ts";
import type { SupervisedManagement } from "./supervised-management.ts";

/** Options of the supervisor. */
export interface SupervisorOptions {
  /** Folder of each child's log file, `<name>.log`. */
  readonly logFolder: string;
  readonly log: Logger;
  /** Receives every line of every child as well. */
  readonly echo?: (line: string) => void;
  /** Script of the program whose commands the children are; default: this program. */
  readonly program?: string;
  /** Milliseconds without a heartbeat after which a child is killed; default 30,000. */
  readonly silentMsMax?: number;
  /** Management of the children that answer it. */
  readonly management?: SupervisedManagement;
}

/** Supervisor of child processes. */
export interface Supervisor {
  /**
   * Starts a child and waits until it is ready. From then on it is restarted, with growing pauses, whenever it ends or hangs. One
   * that is killed before it was ready is restarted too, a few times. Returns the address on which it listens, if any.
   * @throws Error with the child's own words if it ends before it was ready
   */
  start(child: ChildDefinition, report?: (words: string) => void): Promise<string | null>;
  /** Ends all children, the last started first, and waits for them. */
  stop(): Promise<void>;
}

// TypeScript here, JavaScript in the published package.
const ownProgram = fileURLToPath(new URL(`./gatehouse${extname(import.meta.url)}`, import.meta.url));
const pauseMsMin = 250;
const pauseMsMax = 10_000;
/** Milliseconds after which a child counts as healthy: the next pause is the shortest again. */
const soundMs = 30_000;
const startsMax = 3;
// Each child sends a heartbeat every few seconds (run-child.ts).
const usualSilentMsMax = 30_000;

/** Makes a supervisor. Its children end when it ends, even if it is killed: each watches its channel. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { logFolder, log, echo, program = ownProgram, silentMsMax = usualSilentMsMax, management } = options;
  const running = new Map<string, SupervisedChild>();
  const order: string[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  let stopping = false;

  function launch(definition: ChildDefinition, output: Writable): SupervisedChild {
    const child = new SupervisedChild({ definition, program, output, log, echo, silentMsMax });
    running.set(definition.name, child);
    if (definition.isManaged) {
      management?.begun(definition.name, child.asked);
      child.onSilence(() => management?.ended(definition.name, child.asked));
    }
    return child;
  }

  function keep(definition: ChildDefinition, output: Writable, pauseMs: number): void {
    const startedMs = performance.now();
    running.get(definition.name)?.onExit((end) => {
      if (stopping) return;
      const next = performance.now() - startedMs > soundMs ? pauseMsMin : pauseMs;
      log.warn({ child: definition.name, ...end, pauseMs: next }, "A process has ended; it is started again.");
      const timer = setTimeout(() => {
        pauses.delete(timer);
        management?.restarted(definition.name);
        launch(definition, output);
        keep(definition, output, Math.min(next * 2, pauseMsMax));
      }, next);
      pauses.add(timer);
    });
  }

  return {
    async start(definition, report) {
      const output = openLogFile({ path: join(logFolder, `${definition.name}.log`) });
      order.push(definition.name);
      for (let attempt = 1; ; attempt += 1) {
        if (stopping) throw new Error(`The process '${definition.name}' is not started any more: everything stops.`);
        try {
          const address = await launch(definition, output).untilReady(report);
          keep(definition, output, pauseMsMin);
          return address;
        } catch (error) {
          if (!(error instanceof ChildKilledError) || attempt === startsMax) throw error;
          log.warn({ child: definition.name, err: error, attempt }, "A process was killed; it is started again.");
        }
        await sleep(pauseMsMin * attempt);
      }
    },
    async stop() {
      stopping = true;
      for (const timer of pauses) clearTimeout(timer);
      for (const name of order.toReversed()) await running.get(name)?.stop();
    },
  };
}
