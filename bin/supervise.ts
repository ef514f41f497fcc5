import { extname, join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { processAnswerMs } from "#domain/metric-limits.ts";
import { openLogFile } from "#platform/logs/log-file.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { Environment } from "#platform/settings/settings.ts";

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
  /** Called when a child ends because this program is too old for the database; it is not started again. */
  readonly outdated?: (words: string) => void;
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
  /** Tells a child that it is about to end; from now on none is started again. */
  leave(name: string): void;
  /**
   * Makes a child hand its work over to a new process with these variables.
   * @throws Error if it goes on itself, with the reason
   */
  reload(name: string, environment: Environment): Promise<void>;
  /**
   * Replaces a child by a new one: the former one ends when the new one is ready.
   * @throws Error with the words of the new one if it is not; then the former one goes on
   */
  replace(definition: ChildDefinition): Promise<void>;
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
  const { logFolder, log, echo, program = ownProgram, silentMsMax = usualSilentMsMax, outdated, management } = options;
  const running = new Map<string, SupervisedChild>();
  const outputs = new Map<string, Writable>();
  const pauses = new Set<NodeJS.Timeout>();
  /** Children that are to replace others, as long as they are not ready. */
  const coming = new Set<SupervisedChild>();
  let stopping = false;

  /** Definitions with which children are started again. */
  const definitions = new Map<string, ChildDefinition>();

  function launch(definition: ChildDefinition): SupervisedChild {
    const output = outputs.get(definition.name) ?? openLogFile({ path: join(logFolder, `${definition.name}.log`) });
    outputs.set(definition.name, output);
    return new SupervisedChild({ definition, program, output, log, echo, silentMsMax });
  }

  /** Makes a child the one of its name, which the management asks from now on. */
  function take(child: SupervisedChild, { name, isManaged = false }: ChildDefinition): void {
    if (running.get(name) === child) return;
    running.set(name, child);
    if (isManaged && management !== undefined) manage(management, name, child);
  }

  /** Makes a child the one of its name, and starts another one when it has ended. */
  function keep(child: SupervisedChild, definition: ChildDefinition, pauseMs: number): void {
    const { name } = definition;
    const startedMs = performance.now();
    take(child, definition);
    definitions.set(name, definition);
    child.onExit((end) => {
      // One that was replaced has ended as it should.
      if (stopping || running.get(name) !== child) return;
      if (child.outdatedWords !== undefined) return outdated?.(child.outdatedWords);
      const next = performance.now() - startedMs > soundMs ? pauseMsMin : pauseMs;
      log.warn({ child: name, ...end, pauseMs: next }, "A process has ended; it is started again.");
      const timer = setTimeout(() => {
        pauses.delete(timer);
        if (running.get(name) !== child) return;
        management?.restarted(name);
        const again = definitions.get(name) ?? definition;
        keep(launch(again), again, Math.min(next * 2, pauseMsMax));
      }, next);
      pauses.add(timer);
    });
  }

  const childOf = (name: string): SupervisedChild => {
    const child = running.get(name);
    if (child === undefined) throw new Error(`The process '${name}' does not run.`);
    return child;
  };

  return {
    async start(definition, report) {
      for (let attempt = 1; ; attempt += 1) {
        if (stopping) throw new Error(`The process '${definition.name}' is not started any more: everything stops.`);
        const child = launch(definition);
        take(child, definition);
        try {
          const address = await child.untilReady(report);
          keep(child, definition, pauseMsMin);
          return address;
        } catch (error) {
          if (!(error instanceof ChildKilledError) || attempt === startsMax) throw error;
          log.warn({ child: definition.name, err: error, attempt }, "A process was killed; it is started again.");
        }
        await sleep(pauseMsMin * attempt);
      }
    },
    leave(name) {
      stopping = true;
      running.get(name)?.leave();
    },
    async reload(name, environment) {
      const child = childOf(name);
      await child.reload(environment);
      const definition = definitions.get(name);
      if (definition !== undefined) definitions.set(name, { ...definition, environment });
    },
    async replace(definition) {
      childOf(definition.name);
      const child = launch(definition);
      coming.add(child);
      await untilReady(child, () => stopping).finally(() => coming.delete(child));
      // Read now: the former one may have been started again meanwhile.
      const former = childOf(definition.name);
      // What it has counted until now stays.
      await former.asked.values(processAnswerMs);
      keep(child, definition, pauseMsMin);
      await former.stop();
    },
    async stop() {
      stopping = true;
      for (const timer of pauses) clearTimeout(timer);
      await Promise.all([...coming].map((child) => child.stop()));
      for (const name of [...running.keys()].toReversed()) await running.get(name)?.stop();
    },
  };
}

/** Lets the management ask a child, and keep what it has counted. */
function manage(management: SupervisedManagement, name: string, child: SupervisedChild): void {
  management.begun(name, child.asked);
  child.onTakeOver((counted) => management.takenOver(name, child.asked, counted));
  child.onSilence(() => management.ended(name, child.asked));
}

/** Waits until a child is ready that is to replace another one; ends it if it is not. */
async function untilReady(child: SupervisedChild, isStopping: () => boolean): Promise<void> {
  try {
    await child.untilReady();
    if (isStopping()) throw new Error("Everything stops.");
  } catch (error) {
    await child.stop();
    throw error;
  }
}
