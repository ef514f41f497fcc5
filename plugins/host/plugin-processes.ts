import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import {
  pluginIdleMs,
  pluginIdleProcessesMax,
  pluginProcessesMax,
  pluginRestartPauseMs,
  pluginRestartPauseMsMax,
  pluginStartMs,
  pluginWaitingMax,
} from "#domain/plugin-limits.ts";

import { PluginFailure } from "./plugin-words.ts";
import { RunningPlugin } from "./running-plugin.ts";

/** The processes of one version of one file that work, and the calls that wait for one. */
interface Lane {
  readonly file: string;
  readonly version: string;
  readonly working: Set<RunningPlugin>;
  readonly waiting: (() => void)[];
  /** How many of its last calls have ended their processes: after one, one at a time is enough. */
  endedInARow: number;
  /** Why the last one did. */
  lastEnd: string;
  /** When the next process may begin, by `performance.now()`. */
  restsUntilMs: number;
}

/** A circuit breaker: the start of a process stops this one for a moment, so what ends time and again is started less and less often. */
function rest(lane: Lane, why: unknown, firstPauseMs: number): void {
  lane.lastEnd = why instanceof Error ? why.message : String(why);
  const pauseMs = firstPauseMs * 2 ** lane.endedInARow++;
  lane.restsUntilMs = performance.now() + Math.min(pauseMs, pluginRestartPauseMsMax);
}

function restingFailure({ lastEnd, endedInARow }: Lane, restMs: number): PluginFailure {
  const seconds = Math.ceil(restMs / 1000);
  return new PluginFailure(`${lastEnd} (such calls in a row: ${endedInARow}); it is asked again in ${seconds} s`);
}

/** How the processes of plug-ins are kept, where not as in the service. */
export interface PluginProcessesOptions {
  /** The pause before the process of one that has ended by a call is begun anew. */
  readonly restartPauseMs?: number;
  /** How much less urgent than this process they are, in steps of the system's priority. */
  readonly priorityBelow?: number;
}

const neverEnded = { endedInARow: 0, lastEnd: "", restsUntilMs: 0 } as const;

interface Idle {
  readonly lane: Lane;
  readonly timer: NodeJS.Timeout;
}

/**
 * Keeps the processes of plug-ins warm: each answers one call at a time, a file has two at most, and some may be without work.
 * A file that has changed gets new ones. What one file does to its own is no concern of the others.
 */
export class PluginProcesses {
  readonly #lanes = new Map<string, Lane>();
  /** Those without work, the one that has waited longest first. */
  readonly #idle = new Map<RunningPlugin, Idle>();
  readonly #stray: (file: string) => void;
  readonly #options: PluginProcessesOptions;

  /** `stray` hears of a plug-in that has failed after it had answered. */
  constructor(stray: (file: string) => void, options: PluginProcessesOptions = {}) {
    this.#stray = stray;
    this.#options = options;
  }

  /**
   * Lets `work` use a process of a file. It is ended when that throws, unless the plug-in itself says what failed.
   * @throws PluginFailure when it takes longer than it may, waiting included; only the begin of a process is not counted
   */
  async use<T>(file: string, withinMs: number, work: (plugin: RunningPlugin) => Promise<T>): Promise<T> {
    const lane = this.#laneOf(file);
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    const ending = (ms: number) =>
      setTimeout(() => over.reject(new PluginFailure(`it took longer than ${withinMs} ms`)), ms);
    const askedAtMs = performance.now();
    let timer = ending(withinMs);
    let plugin: RunningPlugin | undefined;
    try {
      plugin = await this.#take(lane, over.promise, askedAtMs + withinMs);
      const leftMs = withinMs - (performance.now() - askedAtMs);
      clearTimeout(timer);
      timer = ending(pluginStartMs);
      await Promise.race([plugin.ready, over.promise]);
      clearTimeout(timer);
      timer = ending(leftMs);
      const done = await Promise.race([work(plugin), over.promise]);
      lane.endedInARow = 0;
      return done;
    } catch (error) {
      if (plugin && !(error instanceof PluginFailure && error.own !== undefined)) {
        rest(lane, error, this.#options.restartPauseMs ?? pluginRestartPauseMs);
        await plugin.end();
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (plugin) this.#giveBack(lane, plugin);
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const working = [...this.#lanes.values()].flatMap((lane) => [...lane.working]);
    await Promise.all([...working, ...this.#idle.keys()].map((plugin) => plugin.end()));
  }

  #laneOf(file: string): Lane {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) throw new PluginFailure("there is no such file");
    const { mtimeMs, size, ino } = found;
    const version = `${ino} ${size} ${mtimeMs}`;
    const known = this.#lanes.get(file);
    if (known?.version === version) return known;
    const lane = { file, version, working: new Set<RunningPlugin>(), waiting: [], ...neverEnded };
    this.#lanes.set(file, lane);
    for (const [plugin, idle] of this.#idle) if (idle.lane === known) void this.#woken(plugin, idle).end();
    return lane;
  }

  async #take(lane: Lane, over: Promise<never>, endsAtMs: number): Promise<RunningPlugin> {
    let idle: RunningPlugin | undefined;
    for (;;) {
      while (lane.working.size >= (lane.endedInARow > 0 ? 1 : pluginProcessesMax)) await this.#turn(lane, over);
      idle = this.#idleOf(lane);
      const restMs = lane.restsUntilMs - performance.now();
      if (idle !== undefined || restMs <= 0) break;
      if (lane.restsUntilMs >= endsAtMs) throw restingFailure(lane, restMs);
      await Promise.race([sleep(restMs), over]);
    }
    const plugin = idle ?? new RunningPlugin(lane.file, () => this.#stray(lane.file), this.#options.priorityBelow);
    plugin.keep(true);
    lane.working.add(plugin);
    return plugin;
  }

  async #turn({ waiting }: Lane, over: Promise<never>): Promise<void> {
    if (waiting.length >= pluginWaitingMax) throw new PluginFailure(`${pluginWaitingMax} calls wait for it already`);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    try {
      await Promise.race([promise, over]);
    } finally {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
    }
  }

  #idleOf(lane: Lane): RunningPlugin | undefined {
    for (const [plugin, idle] of this.#idle) {
      if (idle.lane === lane && this.#woken(plugin, idle).isThere) return plugin;
    }
    return undefined;
  }

  #woken(plugin: RunningPlugin, { timer }: Idle): RunningPlugin {
    clearTimeout(timer);
    this.#idle.delete(plugin);
    return plugin;
  }

  #giveBack(lane: Lane, plugin: RunningPlugin): void {
    lane.working.delete(plugin);
    if (plugin.isThere && this.#lanes.get(lane.file) === lane) this.#rest(lane, plugin);
    else void plugin.end();
    lane.waiting.shift()?.();
  }

  #rest(lane: Lane, plugin: RunningPlugin): void {
    plugin.keep(false);
    const idle = { lane, timer: setTimeout(() => void this.#woken(plugin, idle).end(), pluginIdleMs) };
    idle.timer.unref();
    this.#idle.set(plugin, idle);
    const [longest] = this.#idle;
    if (longest && this.#idle.size > pluginIdleProcessesMax) void this.#woken(...longest).end();
  }
}
